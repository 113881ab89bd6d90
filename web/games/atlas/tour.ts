/* What the first game explains, and where on the board. */
import type { TourStep } from "../../shell/tour";
import { en } from "./words.en";

const w = en.firstGame;

export const tour: readonly TourStep[] = [
  { key: "character", at: ".at-sheets", on: ["AT-1"], clause: "AT-5.8", ...w.character },
  { key: "turn", at: ".composer", on: ["AT-2"], clause: "AT-2.1", ...w.turn },
  { key: "map", at: ".at-map", on: ["AT-2"], clause: "AT-4.1", ...w.map },
  { key: "row", at: ".at-row", on: ["AT-2"], clause: "AT-5.1", ...w.row },
  { key: "power", at: ".at-mine, .at-tabs", on: ["AT-2"], clause: "AT-2.5", ...w.power },
  { key: "travel", at: ".at-map", on: ["AT-4"], clause: "AT-4.5", ...w.travel },
  { key: "tokens", at: ".at-mine, .at-tabs", on: ["AT-5.5"], clause: "AT-5.5", ...w.tokens },
  { key: "pyramid", at: ".at-pyramid, .at-tabs", on: ["AT-5.6"], clause: "AT-5.6", ...w.pyramid },
  {
    key: "likes",
    at: ".at-mine, .at-tabs",
    on: ["AT-5.9", "AT-5.10"],
    clause: "AT-5.8",
    ...w.likes,
  },
  { key: "blog", at: ".at-blog, .at-tabs", on: ["AT-7.3"], clause: "AT-7.3", ...w.blog },
  { key: "goals", at: ".at-goals, .at-tabs", on: ["AT-2"], clause: "AT-6.1", ...w.goals },
];

/* What the first game explains, and where on the board. */
import type { TourStep } from "../../shell/tour";
import { en } from "./words.en";

const w = en.firstGame;

export const tour: readonly TourStep[] = [
  { key: "aim", at: ".ticker", clause: "EB-4.1", ...w.aim },
  { key: "queue", at: ".queue", clause: "EB-3.1", ...w.queue },
  { key: "hand", at: ".eb-hand", clause: "EB-2.3", ...w.hand },
  { key: "turn", at: ".composer", clause: "EB-2.1", ...w.turn },
  { key: "second", at: ".queue", on: ["EB-3.3"], clause: "EB-3.2", ...w.second },
  { key: "board", at: ".eb-hand", on: ["EB-4.2"], clause: "EB-4.2", ...w.board },
  { key: "sort", at: ".eb-hand", on: ["EB-5"], clause: "EB-5.1", ...w.sort },
  { key: "end", at: ".seats-panel, .side-line, .tabs", on: ["EB-2.1"], clause: "EB-6.3", ...w.end },
];

/* What the first game explains, and where on the board. */
import type { TourStep } from "../../shell/tour";
import { en } from "./words.en";

const w = en.firstGame;

export const tour: readonly TourStep[] = [
  { key: "keep", at: ".sf-hand", on: ["SF-6", "SF-1.4"], clause: "SF-6.4", ...w.keep },
  { key: "token", at: ".sf", on: ["SF-1.6", "SF-1.7"], clause: "SF-7.3", ...w.token },
  { key: "draw", at: ".supply", on: ["SF-2.1"], clause: "SF-3.1", ...w.draw },
  { key: "claim", at: ".sf .frame", on: ["SF-2.1"], clause: "SF-4.1", ...w.claim },
  { key: "more", at: ".own-tickets", on: ["SF-2.1"], clause: "SF-6.1", ...w.more },
  { key: "second", at: ".supply", on: ["SF-3.1"], clause: "SF-3.2", ...w.second },
  { key: "take", at: ".sf .frame", on: ["SF-5.1"], clause: "SF-5.1", ...w.take },
  { key: "end", at: ".seats-panel, .side-line, .tabs", on: ["SF-2.1"], clause: "SF-7.1", ...w.end },
];

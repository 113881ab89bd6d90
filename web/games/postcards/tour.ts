/* What the first game explains, and where on the board. */
import type { TourStep } from "../../shell/tour";
import { en } from "./words.en";

const w = en.firstGame;

export const tour: readonly TourStep[] = [
  { key: "place", at: ".pc-world", on: ["PC-2.1"], clause: "PC-2.1", ...w.place },
  { key: "coins", at: ".pc-coins", on: ["PC-2.3"], clause: "PC-2.3", ...w.coins },
  { key: "travel", at: ".pc-world", on: ["PC-2.3"], clause: "PC-4.1", ...w.travel },
  { key: "holiday", at: ".pc-hand", on: ["PC-2.3"], clause: "PC-3.1", ...w.holiday },
  { key: "tours", at: ".pc-tours", on: ["PC-2.3"], clause: "PC-5.1", ...w.tours },
  { key: "tourist", at: ".pc-world", on: ["PC-7.3"], clause: "PC-7.3", ...w.tourist },
  { key: "end", at: ".seats-panel, .side-line, .tabs", on: ["PC-2.3"], clause: "PC-6.1", ...w.end },
];

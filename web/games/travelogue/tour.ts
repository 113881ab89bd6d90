/* What the first game explains, and where on the board. */
import type { TourStep } from "../../shell/tour";
import { en } from "./words.en";

const w = en.firstGame;

export const tour: readonly TourStep[] = [
  { key: "pick", at: ".piles", on: ["TL-2.5"], clause: "TL-2.5", ...w.pick },
  { key: "aim", at: ".tl-hand", on: ["TL-3"], clause: "TL-6.1", ...w.aim },
  { key: "agents", at: ".agents", on: ["TL-3"], clause: "TL-5.1", ...w.agents },
  { key: "draw", at: ".deck", on: ["TL-3"], clause: "TL-4.1", ...w.draw },
  { key: "give", at: ".tl-hand", on: ["TL-5.4", "TL-5.6"], clause: "TL-5.4", ...w.give },
  { key: "spend", at: ".tl-hand", on: ["TL-6.1"], clause: "TL-6.3", ...w.spend },
  { key: "score", at: ".tl-hand", on: ["TL-6.4"], clause: "TL-6.4", ...w.score },
  { key: "clouds", at: ".agents", on: ["TL-7"], clause: "TL-7.3", ...w.clouds },
  { key: "onward", at: ".piles", on: ["TL-8"], clause: "TL-8.1", ...w.onward },
];

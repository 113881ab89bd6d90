/*
 * The kit of shapes. A shape draws itself in the tones it is given, varied by the generator it is
 * given. No shape knows a game: a game's board names the shapes for its cards, and scene.tsx lays
 * them over each other.
 */
import { animals } from "./shapes/animals";
import { land } from "./shapes/land";
import { plants } from "./shapes/plants";
import { pleasures } from "./shapes/pleasures";
import { town } from "./shapes/town";
import { vehicles } from "./shapes/vehicles";

export { HIGH, type Shape, WIDE } from "./shapes/shape";

export const SHAPES = {
  ...land,
  ...town,
  ...plants,
  ...vehicles,
  ...animals,
  ...pleasures,
} as const;

export type ShapeName = keyof typeof SHAPES;

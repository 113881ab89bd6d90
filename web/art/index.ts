/* The kit, for boards: import { Card, SeatMark, ... } from "../../art". */
export * from "./card";
export * from "./colours";
export * from "./marks";
export * from "./random";
export * from "./scene";
export { SHAPES, type Shape, type ShapeName } from "./shapes";
export * from "./poster";

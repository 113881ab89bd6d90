/* The poster in the lobby: a train leaves the town under one sun. */
import { Poster, TOMATO } from "../../art";

export function Cover() {
  return <Poster base={TOMATO} shapes={["train"]} seed="easybreezy-cover" />;
}

/* The poster in the lobby: a boat comes home under one sun. */
import { PLUM, Poster } from "../../art";

export function Cover() {
  return <Poster base={PLUM} shapes={["waves", "liner"]} seed="postcards-cover" />;
}

/* The poster in the lobby: a balloon over the hills. */
import { Poster, TEAL } from "../../art";

export function Cover() {
  return <Poster base={TEAL} shapes={["hills", "balloon"]} seed="atlas-cover" />;
}

/* The poster in the lobby: a balloon over hills, the album still empty. */
import { PLUM, Poster } from "../../art";

export function Cover() {
  return <Poster base={PLUM} shapes={["hills", "balloon"]} seed="travelogue-cover" />;
}

/* The poster in the lobby: the bridge over the bay under one sun. */
import { Poster, TEAL } from "../../art";

export function Cover() {
  return <Poster base={TEAL} shapes={["bridge"]} seed="sanfrancisco-cover" />;
}

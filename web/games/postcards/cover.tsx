/* The poster in the lobby: a boat comes home under one sun. */
import { Poster } from "../../art";
import { CONTINENTS } from "./table";

export function Cover() {
  return <Poster base={CONTINENTS[4]!.colour} shapes={["waves", "liner"]} seed="postcards-cover" />;
}

/*
 * Every word of the client's own pages, in English; the parts are in en/. Prompts, labels, log
 * lines, refusals and explanations of the games come from the engine, which writes English only: a
 * second language needs a catalogue like this one, and the texts of the games in C as well.
 */
import { after } from "./en/after";
import { pages } from "./en/pages";
import { people } from "./en/people";
import { table } from "./en/table";

export const en = {
  language: "English",
  valise: "Valise",
  motto: "Five travel games in one case",
  ...pages,
  ...table,
  ...after,
  ...people,
};

export type Words = typeof en;

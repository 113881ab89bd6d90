/* Files of records for the import: in lines the server accepts, and in parts of its size. */
import { Refused } from "./api";

const PART_RECORDS = 50; // in a request; the server takes 100
const PART_SIZE = 400000; // characters of records in one request

/** The lines of a file with plain line ends: editors and mail programs change them. */
export function plainLines(text: string): string {
  return `${text.replace(/\r\n?/g, "\n").trimEnd()}\n`;
}

/** The file in parts small enough for a request; the server imports a part whole or not at all. */
export function recordParts(text: string): string[] {
  const out: string[] = [];
  let count = 0;
  for (const record of text.split(/^(?=valise record )/m)) {
    const last = out.length - 1;
    if (last < 0 || count === PART_RECORDS || out[last]!.length + record.length > PART_SIZE) {
      out.push(record);
      count = 1;
    } else {
      out[last] += record;
      count++;
    }
  }
  return out;
}

/** The error of a part that has `before` lines of the file before it, with the line in the file. */
export function inWholeFile(e: Error, before: number): Error {
  const at = e instanceof Refused ? /^line (\d+)$/.exec(e.where) : null;
  if (!at) return e;
  const { message, code, clause } = e as Refused;
  return new Refused(message, code, clause, `line ${Number(at[1]) + before}`);
}

/*
 * How messages about a table add up: a push may leave out what has not changed, and its log begins
 * where the viewer's log ends. Pure functions; docs/protocol.md, "table", has the rules.
 */
import type { LogEntry, Table } from "../types";

/** A table message: complete, or (with `changes`) only what differs from the one before it. */
export interface TableMessage extends Partial<Table> {
  changes?: true;
  view_changes?: Record<string, unknown>;
  facts_changes?: Record<string, unknown>;
}

/**
 * The complete table after a message, given the one after the message before it. Returns undefined
 * for changes to a table that never arrived.
 */
export function mergeTable(last: Table | undefined, message: TableMessage): Table | undefined {
  const { changes, view_changes, facts_changes, ...news } = message;
  if (changes && !last) return undefined;
  // Even a message without `changes` omits what is fixed for the whole match: game, deck, options.
  const table = { ...last, ...news } as Table;
  if (changes && last) {
    if (view_changes) table.view = { ...last.view, ...view_changes };
    if (facts_changes) table.facts = { ...last.facts, ...facts_changes };
  } else if (news.text === undefined) {
    // The table in words comes only while somebody asks for it; an old text would be wrong.
    delete table.text;
  }
  return table;
}

/** The log after a table message: its lines replace those from its position `from` on. */
export function mergeLog(log: readonly LogEntry[], table: Table): LogEntry[] {
  return [...log.filter((entry) => entry.position < table.from), ...table.log];
}

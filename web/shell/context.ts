/* The store of the open table, for elements deep inside a board. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { TableStore } from "./store/table";

export const TableContext = createContext<TableStore | null>(null);

export function useTable(): TableStore {
  const store = useContext(TableContext);
  if (!store) throw new Error("a table element outside a table");
  return store;
}

import type { TableColumn } from "@agatha/contracts";
import { useCallback, useMemo, useState } from "react";
import { arranged, layoutsOf, moved, orderOf, withOrder } from "./column-layout.js";

const STORAGE_KEY = "agatha.columns";

export interface ArrangedColumns {
  /** All of them, from left to right. */
  all: TableColumn[];
  /** Without those that are left out. */
  shown: TableColumn[];
  isArranged: boolean;
  /** Puts a column at a place among all. */
  move(uid: string, to: number): void;
  /** Back to the order of the file. */
  reset(): void;
}

/** A dataset's columns in the order that was arranged in this browser. */
export function useColumns(datasetId: string, columns: readonly TableColumn[]): ArrangedColumns {
  const [order, setOrder] = useState(() => orderOf(layoutsOf(localStorage.getItem(STORAGE_KEY)), datasetId));
  const all = useMemo(() => arranged(columns, order), [columns, order]);
  const shown = useMemo(() => all.filter((column) => !column.hidden), [all]);
  const keep = useCallback(
    (next: readonly string[]) => {
      setOrder(next);
      // Read again: another tab may have arranged another dataset meanwhile.
      const layouts = withOrder(layoutsOf(localStorage.getItem(STORAGE_KEY)), datasetId, next);
      localStorage.setItem(STORAGE_KEY, JSON.stringify(layouts));
    },
    [datasetId],
  );
  const move = useCallback(
    (uid: string, to: number) => {
      const uids = all.map((column) => column.uid);
      keep(moved(uids, uid, to));
    },
    [all, keep],
  );
  const reset = useCallback(() => keep([]), [keep]);
  return { all, shown, isArranged: order.length > 0, move, reset };
}

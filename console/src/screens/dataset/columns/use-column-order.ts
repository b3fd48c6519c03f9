import type { TableColumn } from "@agatha/contracts";
import { useCallback, useMemo, useState } from "react";
import { moveColumn, orderOf, parseColumnOrders, sortByOrder, withOrder } from "./column-order.js";

const STORAGE_KEY = "agatha.columns";

export interface OrderedColumns {
  /** All columns, from left to right. */
  all: TableColumn[];
  /** Columns that are not hidden. */
  visible: TableColumn[];
  isReordered: boolean;
  /** Moves a column to an index among all columns. */
  move(uid: string, to: number): void;
  /** Restores the order of the file. */
  reset(): void;
}

/** Returns a dataset's columns in the order arranged in this browser. */
export function useColumnOrder(datasetId: string, columns: readonly TableColumn[]): OrderedColumns {
  const [order, setOrder] = useState(() => orderOf(parseColumnOrders(localStorage.getItem(STORAGE_KEY)), datasetId));
  const all = useMemo(() => sortByOrder(columns, order), [columns, order]);
  const visible = useMemo(() => all.filter((column) => !column.hidden), [all]);
  const keep = useCallback(
    (next: readonly string[]) => {
      setOrder(next);
      // Read again because another tab may have arranged another dataset.
      const layouts = withOrder(parseColumnOrders(localStorage.getItem(STORAGE_KEY)), datasetId, next);
      localStorage.setItem(STORAGE_KEY, JSON.stringify(layouts));
    },
    [datasetId],
  );
  const move = useCallback(
    (uid: string, to: number) => {
      const uids = all.map((column) => column.uid);
      keep(moveColumn(uids, uid, to));
    },
    [all, keep],
  );
  const reset = useCallback(() => keep([]), [keep]);
  return { all, visible, isReordered: order.length > 0, move, reset };
}

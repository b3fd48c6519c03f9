import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { DialogChunk } from "../dialogs/dialog-chunk.js";
import { lazyChunk } from "../routing/load-chunk.js";

const RowDialog = lazyChunk(() => import("./row-dialog.js"));

/** The rows that charts and lists are about. Rows are counted from 0. */
export interface RowSource {
  /** Shows the values of a row. */
  open(row: number): void;
  /** Rows that somebody has selected in a chart. All charts and the grid highlight them. */
  selected: ReadonlySet<number>;
  select(rows: Iterable<number>): void;
}

const RowSourceContext = createContext<RowSource | null>(null);

/** Null where rows cannot be shown: those of a file that was only compared, or of a dataset before it was read anew. */
export function useRowSource(): RowSource | null {
  return useContext(RowSourceContext);
}

const NONE: ReadonlySet<number> = new Set();

/** Returns the selected rows; none where rows cannot be shown. */
export function useSelectedRows(): ReadonlySet<number> {
  return useRowSource()?.selected ?? NONE;
}

interface RowSourceProviderProps {
  datasetId: string;
  /** Whether the rows are those that the edit history leaves. */
  edited: boolean;
  /** Whether the rows that the numbers are about can be shown. */
  available?: boolean;
  children: ReactNode;
}

/** Lets the charts and lists inside show and select rows of a dataset. */
export function RowSourceProvider({ datasetId, edited, available = true, children }: RowSourceProviderProps) {
  const [row, setRow] = useState<number | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const source = useMemo<RowSource>(() => ({ open: setRow, selected, select: (rows) => setSelected(new Set(rows)) }), [selected]);
  return (
    <RowSourceContext value={available ? source : null}>
      {children}
      {row === null ? null : (
        <DialogChunk onClose={() => setRow(null)}>
          <RowDialog datasetId={datasetId} edited={edited} row={row} onClose={() => setRow(null)} />
        </DialogChunk>
      )}
    </RowSourceContext>
  );
}

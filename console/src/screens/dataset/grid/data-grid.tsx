// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are positioned absolutely, which removes the semantics of table elements; roles restore them
// biome-ignore-all lint/a11y/useFocusableInteractive: the table is read-only; its actions are buttons in the header
import { Box } from "@mui/material";
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { memo, useEffect, useMemo, useRef } from "react";
import { extent } from "../../../charts/data-reduction.js";
import { EmptyState } from "../../../feedback/empty-state.js";
import { Failure } from "../../../feedback/failure.js";
import { type Format, useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useIsPrinting } from "../../../theme/use-is-printing.js";
import { messages } from "../messages.js";
import { formatCell } from "./format-cell.js";
import { type GridColumn, valueLengthOf } from "./grid-column.js";
import { COMPACT_HEADER_HEIGHT, dataGridStyle, HEADER_HEIGHT, ROW_HEIGHT, ROW_NUMBER_WIDTH } from "./grid-style.js";
import { HeaderCell } from "./header-cell.js";
import { PrintedRows } from "./printed-rows.js";
import { type Cells, useRows } from "./use-rows.js";

/** Source of the rows. */
interface GridSource {
  id: string;
  name: string;
  nrow: number;
  /** Columns in a row, including hidden ones. */
  columnCount: number;
  /** Whether the edit history is applied first. */
  edited?: boolean;
}

interface DataGridProps {
  table: GridSource;
  /** Changes when the server has read the table again. */
  version: string;
  columns: readonly GridColumn[];
  /** Names of the columns with flags. */
  flagged?: ReadonlySet<string>;
  /** Rows that are highlighted. The grid begins at the first. */
  highlighted?: ReadonlySet<number>;
  /** If undefined, columns have no details. */
  onOpenColumn?: (uid: string) => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Grid of all rows and the visible columns. Renders and requests only what is in view, and the first rows for paper. */
export function DataGrid({ table, version, columns, flagged, highlighted = NONE, onOpenColumn }: DataGridProps) {
  const text = useText(messages);
  const format = useFormat();
  const isPrinting = useIsPrinting();
  const scrollContainer = useRef<HTMLDivElement>(null);
  const { nrow } = table;
  const rowVirtualizer = useVirtualizer({
    count: nrow,
    initialRect: windowSize(),
    getScrollElement: () => scrollContainer.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: 0,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    initialRect: windowSize(),
    getScrollElement: () => scrollContainer.current,
    getItemKey: (index) => columns[index]?.uid ?? index,
    estimateSize: (index) => columnWidth(columns[index]),
    overscan: 2,
  });
  const begin = useMemo(() => (highlighted.size === 0 ? null : extent([...highlighted])[0]), [highlighted]);
  useEffect(() => {
    if (begin !== null) rowVirtualizer.scrollToIndex(begin, { align: "start" });
  }, [begin, rowVirtualizer]);
  const visibleRows = rowVirtualizer.getVirtualItems();
  const visibleColumns = columnVirtualizer.getVirtualItems();
  const loaded = useRows({
    datasetId: table.id,
    version,
    columnCount: table.columnCount,
    edited: table.edited,
    from: visibleRows[0]?.index ?? 0,
    to: visibleRows.at(-1)?.index ?? 0,
  });
  if (columns.length === 0) return <EmptyState title={text("grid.none")} hint={text("grid.noneHint")} />;
  if (nrow === 0) return <EmptyState title={text("grid.empty")} hint={text("grid.emptyHint")} />;
  const headHeight = columns.some(({ stats }) => stats) ? HEADER_HEIGHT : COMPACT_HEADER_HEIGHT;
  const width = columnVirtualizer.getTotalSize() + ROW_NUMBER_WIDTH;
  return (
    <>
      {loaded.error ? <Failure error={loaded.error} title={text("grid.failed")} onRetry={loaded.retry} /> : null}
      {isPrinting ? <PrintedRows nrow={nrow} rows={loaded.first} columns={columns} /> : null}
      <Box
        ref={scrollContainer}
        role="table"
        aria-label={text("grid.label", { name: table.name })}
        aria-rowcount={nrow + 1}
        aria-colcount={columns.length + 1}
        tabIndex={0}
        sx={dataGridStyle}
      >
        <div className="header" role="row" aria-rowindex={1} style={{ width, height: headHeight }}>
          <div className="number" role="columnheader" aria-colindex={1} style={{ height: headHeight }}>
            {text("grid.row")}
          </div>
          {visibleColumns.map((item) => {
            const column = columns[item.index];
            if (!column) return null;
            return (
              <div key={item.key} className="column" role="columnheader" aria-colindex={item.index + 2} style={cellPosition(item)}>
                <HeaderCell column={column} nrow={nrow} flagged={flagged?.has(column.name) ?? false} onOpen={onOpenColumn} />
              </div>
            );
          })}
        </div>
        <div role="rowgroup" style={{ position: "relative", height: rowVirtualizer.getTotalSize(), width }}>
          {visibleRows.map(({ index, start, key }) => (
            <Row
              key={key}
              index={index}
              highlighted={highlighted.has(index)}
              start={start}
              width={width}
              cells={loaded.row(index)}
              items={visibleColumns}
              columns={columns}
              format={format}
              missing={text("grid.missing")}
            />
          ))}
        </div>
      </Box>
    </>
  );
}

interface RowProps {
  index: number;
  highlighted: boolean;
  start: number;
  width: number;
  cells: Cells | undefined;
  items: VirtualItem[];
  columns: readonly GridColumn[];
  format: Format;
  missing: string;
}

const Row = memo(function Row({ index, highlighted, start, width, cells, items, columns, format, missing }: RowProps) {
  return (
    <div
      className={highlighted ? "row highlighted" : "row"}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={highlighted || undefined}
      style={{ width, transform: `translateY(${start}px)` }}
    >
      <div className="number" role="rowheader" aria-colindex={1}>
        {index + 1}
      </div>
      {items.map((item) => {
        const column = columns[item.index];
        if (!column) return null;
        return <Cell key={item.key} item={item} column={column} cells={cells} format={format} missing={missing} />;
      })}
    </div>
  );
});

interface CellProps extends Pick<RowProps, "cells" | "format" | "missing"> {
  item: VirtualItem;
  column: GridColumn;
}

function Cell({ item, column, cells, format, missing }: CellProps) {
  const shown = cells ? formatCell(cells[column.colIndex], column, format) : "";
  const missingValue = shown === null;
  return (
    <div
      className={`cell ${column.type} ${missingValue ? "absent" : ""}`}
      role="cell"
      aria-colindex={item.index + 2}
      aria-label={missingValue ? missing : undefined}
      title={missingValue ? missing : shown}
      style={cellPosition(item)}
    >
      {missingValue ? "–" : shown}
    </div>
  );
}

/** A first guess of the grid's size, so that its first cells are rendered in slices and not when it has been measured. */
function windowSize(): { width: number; height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}

function cellPosition({ start, size }: VirtualItem) {
  return { left: start + ROW_NUMBER_WIDTH, width: size };
}

/** Wide enough for the name and most values, within a maximum width. */
function columnWidth(column: GridColumn | undefined): number {
  if (!column) return 120;
  if (column.type === "d") return 208;
  const longest = column.stats ? valueLengthOf(column.stats) : (column.valueLength ?? 0);
  return Math.max(120, Math.min(240, Math.max(56 + 8 * column.label.length, 24 + 8 * longest)));
}

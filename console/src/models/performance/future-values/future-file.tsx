import type { TextEncoding } from "@agatha/contracts";
import { type FutureFault, readFutureRows } from "@agatha/contracts/csv/future-rows";
import { Alert, Box, Button } from "@mui/material";
import { type ChangeEvent, useRef, useState } from "react";
import { decodeText } from "../../../csv-dialect/decode-text.js";
import { EncodingField } from "../../../csv-dialect/encoding-field.js";
import { messages as fileMessages } from "../../../csv-dialect/messages.js";
import { useFallbackEncoding } from "../../../csv-dialect/use-fallback-encoding.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { type PlacedSeries, placeSeriesRows } from "./place-future-rows.js";

const SHOWN_FAULTS = 5;

type Fault = FutureFault | PlacedSeries["faults"][number];

/** Values by the name of the series and the index of the period. */
export type FutureFileValues = PlacedSeries["values"];

/** What was read of a file. */
interface ReadTable {
  bytes: Uint8Array;
  encoding: TextEncoding;
  faults: Fault[];
  filled: number;
  outside: number;
  series: number;
}

interface FutureFileProps {
  time: string;
  /** Periods of the forecast of each series; those of a lone series have the name "". */
  times: ReadonlyMap<string, readonly string[]>;
  columns: readonly string[];
  /** Columns that name the series. */
  seriesColumns: readonly string[];
  onValues(values: FutureFileValues): void;
}

/** Reads the values known ahead from a text file. The browser reads it, and reports each fault with its line and column. */
export function FutureFile({ time, times, columns, seriesColumns, onValues }: FutureFileProps) {
  const text = useText(messages);
  const timezone = useDatasetTimezone();
  const fileText = useText(fileMessages);
  const field = useRef<HTMLInputElement>(null);
  const fallbackEncoding = useFallbackEncoding();
  const [read, setRead] = useState<ReadTable | "unreadable">();
  const take = (bytes: Uint8Array, declaredEncoding: TextEncoding | null) => {
    const { text: content, encoding } = decodeText(bytes, declaredEncoding, fallbackEncoding);
    const { rows, faults } = readFutureRows(content, { time, series: seriesColumns, knownAhead: columns });
    const placed = placeSeriesRows(rows, { times, column: time, timezone });
    const found = [...faults, ...placed.faults].sort((a, b) => a.line - b.line);
    const filled = [...placed.values.values()].reduce((sum, values) => sum + values.size, 0);
    setRead({ bytes, encoding, faults: found, filled, outside: rows.length - filled, series: placed.values.size });
    if (found.length === 0) onValues(placed.values);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? [];
    // Allows the user to choose the same file again after correcting it.
    event.target.value = "";
    picked?.arrayBuffer().then(
      (buffer) => take(new Uint8Array(buffer), null),
      () => setRead("unreadable"),
    );
  };
  const table = read === "unreadable" ? undefined : read;
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Button size="small" variant="outlined" onClick={() => field.current?.click()}>
        {text("forecast.futureFile")}
      </Button>
      <input ref={field} type="file" hidden accept=".csv,.txt,text/csv" aria-label={text("forecast.futureFile")} onChange={choose} />
      {table ? <EncodingField value={table.encoding} onChange={(encoding) => take(table.bytes, encoding)} /> : null}
      {read === "unreadable" ? <Alert severity="error">{fileText("unreadable")}</Alert> : null}
      {table ? <Outcome table={table} periods={times.get("")?.length ?? 0} ofSeries={seriesColumns.length > 0} /> : null}
    </Box>
  );
}

/** What is wrong with the file, else how much was read of it. */
function Outcome({ table, periods, ofSeries }: { table: ReadTable; periods: number; ofSeries: boolean }) {
  const text = useText(messages);
  const { faults, filled, outside, series } = table;
  if (faults.length > 0) {
    return (
      <Alert severity="error">
        {faults.slice(0, SHOWN_FAULTS).map(({ kind, ...values }) => (
          <Box key={`${values.line} ${values.column}`}>{text(`forecast.futureFault.${kind}`, values)}</Box>
        ))}
        {faults.length > SHOWN_FAULTS ? text("forecast.futureFaultsMore", { count: faults.length - SHOWN_FAULTS }) : null}
      </Alert>
    );
  }
  return (
    <Alert severity={filled === 0 ? "warning" : "info"}>
      {ofSeries
        ? text("forecast.futureReadSeries", { filled, count: series, outside })
        : text("forecast.futureRead", { filled, count: periods, periods, outside })}
    </Alert>
  );
}

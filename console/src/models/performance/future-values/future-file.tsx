import { type FutureFault, readFutureRows } from "@agatha/contracts/csv/future-rows";
import { Alert, Box, Button } from "@mui/material";
import { type ChangeEvent, useRef, useState } from "react";
import { decodeText } from "../../../csv-dialect/decode-text.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { type PlacedSeries, placeSeriesRows } from "./place-future-rows.js";

const SHOWN_FAULTS = 5;

type Fault = FutureFault | PlacedSeries["faults"][number];

/** Values by the name of the series and the index of the period. */
export type FutureFileValues = PlacedSeries["values"];

interface FutureFileProps {
  time: string;
  /** Periods of the forecast of each series; those of a lone series have the name "". */
  times: ReadonlyMap<string, readonly string[]>;
  columns: readonly string[];
  /** Columns that name the series. */
  seriesColumns: readonly string[];
  onValues(values: FutureFileValues): void;
}

/** Reads the values known ahead from a text file. The browser reads it, and tells each fault with its line and column. */
export function FutureFile({ time, times, columns, seriesColumns, onValues }: FutureFileProps) {
  const text = useText(messages);
  const timezone = useDatasetTimezone();
  const field = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<{ faults: Fault[]; filled: number; outside: number; series: number }>();
  const periods = times.get("")?.length ?? 0;
  const take = (content: string) => {
    const { rows, faults } = readFutureRows(content, { time, series: seriesColumns, knownAhead: columns });
    const placed = placeSeriesRows(rows, { times, column: time, timezone });
    const found = [...faults, ...placed.faults].sort((a, b) => a.line - b.line);
    const filled = [...placed.values.values()].reduce((sum, values) => sum + values.size, 0);
    setRead({ faults: found, filled, outside: rows.length - filled, series: placed.values.size });
    if (found.length === 0) onValues(placed.values);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? [];
    // Allows the user to choose the same file again after correcting it.
    event.target.value = "";
    void picked?.arrayBuffer().then((bytes) => take(decodeText(new Uint8Array(bytes), null, "latin1").text));
  };
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Button size="small" variant="outlined" onClick={() => field.current?.click()}>
        {text("forecast.futureFile")}
      </Button>
      <input ref={field} type="file" hidden accept=".csv,.txt,text/csv" aria-label={text("forecast.futureFile")} onChange={choose} />
      {read && read.faults.length > 0 ? (
        <Alert severity="error">
          {read.faults.slice(0, SHOWN_FAULTS).map(({ kind, ...values }) => (
            <Box key={`${values.line} ${values.column}`}>{text(`forecast.futureFault.${kind}`, values)}</Box>
          ))}
          {read.faults.length > SHOWN_FAULTS ? text("forecast.futureFaultsMore", { count: read.faults.length - SHOWN_FAULTS }) : null}
        </Alert>
      ) : null}
      {read && read.faults.length === 0 ? (
        <Alert severity={read.filled === 0 ? "warning" : "info"}>
          {seriesColumns.length > 0
            ? text("forecast.futureReadSeries", { filled: read.filled, count: read.series, outside: read.outside })
            : text("forecast.futureRead", { filled: read.filled, count: periods, periods, outside: read.outside })}
        </Alert>
      ) : null}
    </Box>
  );
}

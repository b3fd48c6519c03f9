import type { KnownAheadColumn, SeriesForecast } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField } from "@mui/material";
import type { ClipboardEvent } from "react";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { type PastedCells, pasteCells } from "./paste-cells.js";
import { isNumberText } from "./values-known-ahead.js";

/** The periods of a forecast, and its columns known ahead. */
export interface PlannedColumns {
  time: string;
  steps: SeriesForecast["steps"];
  columns: readonly KnownAheadColumn[];
}

interface FutureValuesTableProps {
  forecast: PlannedColumns;
  /** Text of each column at each step. */
  entered: readonly string[][];
  /** Forecast value at each step. */
  forecastValues: readonly (number | null)[];
  onEnter(entered: string[][]): void;
  onPaste(pasted: PastedCells): void;
}

/** Table of the forecast periods with a field for each value of a column known ahead, and the forecast. */
export function FutureValuesTable({ forecast, entered, forecastValues, onEnter, onPaste }: FutureValuesTableProps) {
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const { time, steps, columns } = forecast;
  const enter = (j: number, k: number, cell: string) =>
    onEnter(entered.map((column, i) => (i === j ? column.map((each, row) => (row === k ? cell : each)) : column)));
  const paste = (event: ClipboardEvent, at: { column: number; row: number }) => {
    const pasted = pasteCells(entered, at, event.clipboardData.getData("text"));
    if (pasted === undefined) return;
    event.preventDefault();
    onPaste(pasted);
  };
  return (
    <TableContainer tabIndex={0} role="region" aria-labelledby="future-values" sx={{ maxHeight: 360 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{time}</TableCell>
            {columns.map(({ column }) => (
              <TableCell key={column}>{column}</TableCell>
            ))}
            <TableCell align="right">{text("forecast.value")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {steps.map((step, k) => {
            const value = forecastValues[k] ?? null;
            return (
              <TableRow key={step.time}>
                <TableCell>{format.period(step.time, timezone)}</TableCell>
                {columns.map(({ column, given }, j) => (
                  <TableCell key={column}>
                    <TextField
                      size="small"
                      value={entered[j]?.[k] ?? ""}
                      error={!isNumberText(entered[j]?.[k] ?? "")}
                      onChange={(event) => enter(j, k, event.target.value)}
                      onPaste={(event) => paste(event, { column: j, row: k })}
                      slotProps={{
                        htmlInput: {
                          inputMode: "decimal",
                          autoComplete: "off",
                          "aria-label": `${column}, ${format.period(step.time, timezone)}`,
                        },
                        input: { endAdornment: given[k] ? null : "*" },
                      }}
                      sx={{ width: 120 }}
                    />
                  </TableCell>
                ))}
                <TableCell align="right">{value === null ? "" : format.number(value)}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

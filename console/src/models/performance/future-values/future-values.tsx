import type { KnownAheadColumn, SeriesForecast } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { useApi } from "../../../api/services.js";
import { Failure } from "../../../feedback/failure.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { FutureFile, type FutureFileValues } from "./future-file.js";
import { pasteCells } from "./paste-cells.js";

type Steps = SeriesForecast["steps"];

/** Forecast of a series with values that the user has entered. */
export interface PlannedForecast {
  series: string | undefined;
  steps: Steps;
  /** Values of each column at each step. */
  values: number[][];
}

interface FutureValuesProps {
  model: ModelAnswer;
  forecast: {
    time: string;
    steps: Steps;
    columns: readonly KnownAheadColumn[];
    seriesColumn: string | undefined;
    series: string | undefined;
  };
  /** Periods of the forecast of each series, by its name. */
  times: ReadonlyMap<string, readonly string[]>;
  /** Values of a file, of each series that it names. */
  fromFile: FutureFileValues | undefined;
  onFile(values: FutureFileValues): void;
  planned: PlannedForecast | undefined;
  onForecast(planned: PlannedForecast | undefined): void;
}

/** Values of the columns known ahead at the forecast periods, which the user may change to forecast again. */
export function FutureValues({ model, forecast, times, fromFile, onFile, planned, onForecast }: FutureValuesProps) {
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const api = useApi();
  const { time, steps, columns, seriesColumn, series } = forecast;
  const [entered, setEntered] = useState(() => withFile(textsOf(columns), fromFile?.get(series ?? "")));
  const [leftOut, setLeftOut] = useState(0);
  const isNumber = (cell: string) => cell.trim() !== "" && Number.isFinite(Number(cell));
  const isComplete = entered.every((column) => column.every(isNumber));
  const forecastAgain = useMutation({
    mutationFn: async () => {
      const values = entered.map((column) => column.map(Number));
      const named = seriesColumn !== undefined && series !== undefined ? { [seriesColumn]: series } : {};
      const data = steps.map((step, k) => ({
        [time]: step.time,
        ...named,
        ...Object.fromEntries(columns.map(({ column }, j) => [column, values[j]?.[k] ?? null])),
      }));
      const { result } = await api.calculate(model.dataset_id, model.id, { type: "whatif", data });
      return { values, result: result && "value" in result ? result : { value: [] } };
    },
    onSuccess: ({ values, result: { value, interval } }) =>
      onForecast({
        series,
        values,
        steps: steps.map((step, k) => {
          const forecastValue = value[k];
          return {
            ...step,
            value: typeof forecastValue === "number" ? forecastValue : null,
            lower: interval?.[k]?.lower ?? null,
            upper: interval?.[k]?.upper ?? null,
          };
        }),
      }),
  });
  const enter = (j: number, k: number, cell: string) =>
    setEntered(entered.map((column, i) => (i === j ? column.map((each, row) => (row === k ? cell : each)) : column)));
  const paste = (event: ClipboardEvent, at: { column: number; row: number }) => {
    const pasted = pasteCells(entered, at, event.clipboardData.getData("text"));
    if (pasted === undefined) return;
    event.preventDefault();
    setEntered(pasted.columns);
    setLeftOut(pasted.leftOut);
  };
  const takeFile = (values: FutureFileValues) => {
    setLeftOut(0);
    setEntered(withFile(entered, values.get(series ?? "")));
    onFile(values);
  };
  const reset = () => {
    setLeftOut(0);
    setEntered(textsOf(columns));
    onForecast(undefined);
  };
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography id="future-values" variant="subtitle1" component="h3">
        {text("forecast.knownAhead")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text("forecast.knownAheadHint")}
      </Typography>
      <FutureFile
        time={time}
        times={times}
        columns={columns.map(({ column }) => column)}
        seriesColumns={seriesColumn === undefined ? [] : [seriesColumn]}
        onValues={takeFile}
      />
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
              const value = planned?.steps[k]?.value ?? step.value;
              return (
                <TableRow key={step.time}>
                  <TableCell>{format.period(step.time, timezone)}</TableCell>
                  {columns.map(({ column, given }, j) => (
                    <TableCell key={column}>
                      <TextField
                        size="small"
                        value={entered[j]?.[k] ?? ""}
                        error={!isNumber(entered[j]?.[k] ?? "")}
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
      {leftOut > 0 ? <Alert severity="warning">{text("forecast.pastedBeyond", { count: leftOut })}</Alert> : null}
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <Button variant="outlined" disabled={!isComplete || forecastAgain.isPending} onClick={() => forecastAgain.mutate()}>
          {text("forecast.withValues")}
        </Button>
        {planned ? <Button onClick={reset}>{text("forecast.back")}</Button> : null}
        {isComplete ? null : <Typography color="error">{text("forecast.numberNeeded")}</Typography>}
      </Box>
      {planned ? <Alert severity="info">{text("forecast.yourValues")}</Alert> : null}
      {forecastAgain.isError ? <Failure error={forecastAgain.error} /> : null}
    </Box>
  );
}

const textsOf = (columns: readonly KnownAheadColumn[]): string[][] =>
  columns.map(({ values }) => values.map((value) => (value === null ? "" : String(value))));

/** Fills in the values of a file, by the index of the period. */
const withFile = (entered: string[][], values: ReadonlyMap<number, readonly number[]> | undefined): string[][] =>
  entered.map((column, j) => column.map((cell, k) => String(values?.get(k)?.[j] ?? cell)));

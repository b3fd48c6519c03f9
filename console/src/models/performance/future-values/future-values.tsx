import type { KnownAheadColumn, SeriesForecast } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../api/services.js";
import { Failure } from "../../../feedback/failure.js";
import { useKeptState } from "../../../fields/kept-state.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { FutureFile, type FutureFileValues } from "./future-file.js";
import { FutureValuesTable, type PlannedColumns } from "./future-values-table.js";
import { isNumberText } from "./values-known-ahead.js";

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
  forecast: PlannedColumns & { seriesColumn: string | undefined; series: string | undefined };
  /** Periods of the forecast of each series, by its name. */
  times: ReadonlyMap<string, readonly string[]>;
  /** Values of a file, of each series that it names. */
  fromFile: FutureFileValues | undefined;
  onFile(values: FutureFileValues): void;
  /** The forecast of this series with values that the user has entered. */
  planned: PlannedForecast | undefined;
  onForecast(planned: PlannedForecast | undefined): void;
}

/** Values of the columns known ahead at the forecast periods, which the user may change to forecast again. */
export function FutureValues({ model, forecast, times, fromFile, onFile, planned, onForecast }: FutureValuesProps) {
  const text = useText(messages);
  const api = useApi();
  const { time, steps, columns, seriesColumn, series } = forecast;
  const [entered, setEntered] = useKeptState(
    `future values ${series ?? ""}`,
    () => planned?.values.map((column) => column.map(String)) ?? withFile(textsOf(columns), fromFile?.get(series ?? "")),
    fromFile,
  );
  const [leftOut, setLeftOut] = useState(0);
  const isComplete = entered.every((column) => column.every(isNumberText));
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
      <Typography id="future-values" variant="subtitle1" component="h2">
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
      <FutureValuesTable
        forecast={forecast}
        entered={entered}
        forecastValues={steps.map(({ value }, k) => planned?.steps[k]?.value ?? value)}
        onEnter={setEntered}
        onPaste={({ columns: pasted, leftOut: beyond }) => {
          setEntered(pasted);
          setLeftOut(beyond);
        }}
      />
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

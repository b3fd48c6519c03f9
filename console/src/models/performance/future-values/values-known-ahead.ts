/** Values of the columns known ahead that a user gave, for a forecast of all series. Pure. */
import type { ModelInfo } from "@agatha/contracts";
import type { PlacedSeries } from "./place-future-rows.js";

type Forecast = NonNullable<ModelInfo["forecast"]>;
type GivenValues = PlacedSeries["values"];

/** Values that were entered for one series, by column and period. */
interface EnteredValues {
  series: string | undefined;
  values: readonly (readonly number[])[];
}

/** Returns the values of a file with those that were entered for one series in their place. Values of a lone series have the name "". */
export function withEntered(fromFile: GivenValues | undefined, entered: EnteredValues | undefined): GivenValues {
  const given = new Map(fromFile);
  if (!entered) return given;
  const periods = entered.values[0]?.length ?? 0;
  const rows = Array.from({ length: periods }, (_, k): [number, number[]] => [k, entered.values.map((column) => column[k] ?? Number.NaN)]);
  return given.set(entered.series ?? "", new Map(rows));
}

/** Returns a row with the time, the series and the values for each given period. */
export function futureRows(given: GivenValues, { time, series_column: naming, series = [], steps, known_ahead: lone }: Forecast) {
  const described = naming === undefined ? [{ name: "", steps, known_ahead: lone }] : series;
  return described.flatMap(({ name, steps: own, known_ahead: columns = [] }) =>
    [...(given.get(name) ?? [])].flatMap(([k, values]) => {
      const step = own[k];
      if (!step) return [];
      const named = naming === undefined ? {} : { [naming]: name };
      return [{ [time]: step.time, ...named, ...Object.fromEntries(columns.map(({ column }, j) => [column, values[j] ?? null])) }];
    }),
  );
}

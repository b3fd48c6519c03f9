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
export function futureRows(given: GivenValues, forecast: Forecast) {
  const { time, series_column: naming, known_ahead: columns = [] } = forecast;
  const times = periodsBySeries(forecast);
  return [...given].flatMap(([name, byPeriod]) =>
    [...byPeriod].flatMap(([k, values]) => {
      const at = times.get(name)?.[k];
      if (at === undefined) return [];
      const named = naming === undefined ? {} : { [naming]: name };
      return [{ [time]: at, ...named, ...Object.fromEntries(columns.map(({ column }, j) => [column, values[j] ?? null])) }];
    }),
  );
}

/** Returns the periods of the forecast of each series, by its name; those of a lone series have the name "". */
export function periodsBySeries({ series = [], other_series: others = [], steps }: Forecast): ReadonlyMap<string, readonly string[]> {
  const described = series.length > 0 ? series : [{ name: "", steps }];
  return new Map<string, readonly string[]>([
    ...described.map((each) => [each.name, each.steps.map(({ time }) => time)] as const),
    ...others.flatMap(({ times, names }) => names.map((name) => [name, times] as const)),
  ]);
}

/** Returns true if the text of a field is a number. */
export const isNumberText = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

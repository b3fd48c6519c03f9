/** Names of the inputs of a model of lags, and what each is made of. */

/** Figures of the latest known values of the response: their mean, their standard deviation, and the change over so many periods. */
const PAST_STATISTICS = ["mean", "deviation", "change"] as const;
export type PastStatistic = (typeof PAST_STATISTICS)[number];

/** Places of a period in the calendar of the dataset's time zone: 0 to 23.99 hours, 1 (Monday) to 7, 1 to 12. */
const CALENDAR_PLACES = ["hour", "weekday", "month"] as const;
export type CalendarPlace = (typeof CALENDAR_PLACES)[number];

/** The source of an input of a model of lags. Other inputs are a column in the period itself. */
type SeriesInputSource =
  | { column: string; kind: "lag"; periods: number }
  | { column: string; kind: PastStatistic; periods: number }
  | { column: string; kind: CalendarPlace }
  | { column: string; kind: "own" };

/** Returns the name of the input that contains a column's value `k` periods before the predicted one. */
export function lagName(column: string, k: number): string {
  return `${column}_lag_${k}`;
}

/** Returns the name of the input that contains a figure of so many values of the response before the predicted period. */
export function pastStatisticName(response: string, statistic: PastStatistic, periods: number): string {
  return `${response}_${statistic}_${periods}`;
}

/** Returns the name of the input that contains the place of the predicted period in the calendar. */
export function calendarPlaceName(time: string, place: CalendarPlace): string {
  return `${time}_${place}`;
}

/** Returns what an input is made of: `load_lag_2` is `load`, two periods before. */
export function seriesInputSource(name: string, { response, time }: { response: string | null; time: string }): SeriesInputSource {
  const [, lagged, lag] = /^(.+)_lag_([1-9]\d*)$/s.exec(name) ?? [];
  if (lagged !== undefined) return { column: lagged, kind: "lag", periods: Number(lag) };
  const place = CALENDAR_PLACES.find((each) => name === calendarPlaceName(time, each));
  if (place) return { column: time, kind: place };
  const periods = Number(/_(\d+)$/.exec(name)?.[1] ?? 0);
  const statistic = PAST_STATISTICS.find((each) => response !== null && periods > 0 && name === pastStatisticName(response, each, periods));
  return statistic && response !== null ? { column: response, kind: statistic, periods } : { column: name, kind: "own" };
}

/** Columns of a model of lags. */
interface PastColumns {
  response: string | null;
  time: string;
  /** Column that names the series, where the table has several. */
  series?: string | undefined;
  knownAhead?: readonly string[] | undefined;
}

/** Returns the inputs of a model of lags that nobody can set: the response's past, the name of its series and places in the calendar. */
export function pastInputs(inputs: readonly { name: string }[], { response, time, series, knownAhead = [] }: PastColumns): string[] {
  const names = inputs.map(({ name }) => name).filter((name) => !knownAhead.includes(name));
  return names.filter((name) => {
    if (name === series) return true;
    const { column, kind } = seriesInputSource(name, { response, time });
    return kind === "lag" ? column === response : kind !== "own";
  });
}

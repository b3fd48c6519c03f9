/** Texts of the data report in English; those of the other languages have the same shape. */
import type { Association, ColumnType, ProfileWarning, SamplingMethod } from "@agatha/contracts";
import { formatNumber } from "../format.js";
import type { DurationUnit } from "../format-duration.js";

type WarningText = (figure: number, columns: readonly string[]) => string;

const plural = (count: number, one: string, many: string): string => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const rows = (count: number): string => plural(count, "row", "rows");

const SAMPLINGS: Record<SamplingMethod, string> = {
  raw: "all rows",
  random: "a random sample",
  head: "the first ones",
  middle: "the middle ones",
  tail: "the last ones",
};

const DURATIONS: Record<DurationUnit, string> = {
  day: "day",
  hour: "hour",
  minute: "minute",
  second: "second",
  millisecond: "millisecond",
};

/** Text of each warning. If it concerns several columns, they are listed after it. */
const WARNINGS: Record<ProfileWarning["about"], WarningText> = {
  no_rows: () => "There is no row.",
  few_rows: (count) => `There ${count === 1 ? "is" : "are"} only ${rows(count)}: figures from so few say little.`,
  duplicate_rows: (count) => `${rows(count)} equal${count === 1 ? "s" : ""} an earlier row in every column.`,
  no_complete_row: () => "Every row lacks a value in some column.",
  associated: (strength, [a = "", b = ""]) =>
    `“${a}” and “${b}” go together almost perfectly (${formatNumber(strength)}): one can take the other's place.`,
  all_na: () => "No value at all:",
  mass_na: () => "At least half of the values are missing:",
  all_equal: () => "All values are the same:",
  mass_repeat: () => "Most values are the same one:",
  idness: () => "Only names the row, and tells a model nothing:",
  is_datetime: () => "Times:",
  odd_semilabel: () => "Not usable as marks of known anomalies:",
  irregular_time: () => "Times at uneven steps:",
  repeated_time: () => "Times that occur more than once:",
  column_quality: () => "Low quality:",
  skewed: () => "A few values lie very far from the others, so that the mean says little:",
  outliers: () => "More than 5% of the values are outliers:",
  mostly_zero: () => "More than half of the values are zero:",
  many_levels: () => "Text with more than 50 different values:",
  padded: () => "Blanks before or after the text:",
  variants: () => "Values that differ only in capitals or blanks:",
};

export const PROFILE = {
  report: "Data report",
  facts: {
    file: "File",
    rows: "Rows",
    columns: "Columns",
    missing: "Missing values",
    complete: "Rows without a missing value",
    duplicates: "Rows that repeat an earlier one",
    steps: "Edit history",
    timezone: "Time zone",
    finishedAt: "Created",
  },
  rows,
  sampledRows: (used: number, all: number, sampling: SamplingMethod) =>
    `${rows(used)} of ${all.toLocaleString("en")} (${SAMPLINGS[sampling]})`,
  editedRows: (left: number, used: number) => `${rows(left)}, which the edit history leaves of ${used.toLocaleString("en")}`,
  types: { n: "number", s: "text", d: "time" } satisfies Record<ColumnType, string>,
  columnTypes: (counts: Record<ColumnType, number>) =>
    [plural(counts.n, "number", "numbers"), plural(counts.s, "text", "texts"), plural(counts.d, "time", "times")].join(", "),
  steps: {
    filter: "filter",
    sort: "sorting",
    aggregation: "aggregation",
    replacement: "replaced column",
    derived: "new column",
    join: "join",
    unpivot: "columns to rows",
  } as Record<string, string>,
  warnings: "Worth a look",
  noWarnings: "Nothing was found that needs a look before the table is used.",
  andMore: (count: number) => `and ${count.toLocaleString("en")} more`,
  overview: {
    title: "Columns",
    header: ["Column", "Type", "Missing", "Distinct", "Quality", "Values"],
    note: "Quality is that of the data check: from 0 (unusable) to 100.",
    further: (count: number) => `The first ${count} columns are described one by one below.`,
  },
  missing: {
    title: "Missing values",
    none: "No value is missing.",
    along: "Where values are missing, from the first row to the last: the darker, the more of that stretch.",
    further: (count: number) => `${plural(count, "further column lacks", "further columns lack")} values; the table above tells how many.`,
    unit: "first row → last row",
    together: "Missing together",
    header: ["Columns", "Rows"],
  },
  associations: {
    title: "What goes together",
    none: "No two columns go together noticeably.",
    matrix: "Correlation of numbers",
    matrixCaption: "Pearson's coefficient: 1 or -1 where one number follows from the other along a straight line, 0 where it does not.",
    list: "Strongest pairs",
    header: ["Pair", "Measure", "Strength", "Pearson", "Rows"],
    measures: {
      spearman: "Spearman's rank correlation",
      cramers_v: "Cramér's V",
      eta: "Correlation ratio",
    } satisfies Record<Association["measure"], string>,
    note: "Spearman's coefficient sees any curve that only rises or only falls. Cramér's V (two texts) and the correlation ratio (a text and a number) go from 0 to 1 and are corrected for chance.",
    sampled: (count: number) => `Computed from ${rows(count)}, drawn at random.`,
    uncompared: (count: number) => `Only the first columns are compared: ${plural(count, "further one is", "further ones are")} not.`,
  },
  details: "Column by column",
  numbers: {
    mean: "Mean",
    std: "Standard deviation",
    quantiles: ["Smallest", "5%", "25%", "Median", "75%", "95%", "Largest"],
    skewness: "Skewness",
    kurtosis: "Excess kurtosis",
    zeros: "Zeros",
    negatives: "Negative",
    outliers: "Outliers (Tukey)",
    count: "Rows",
    line: "The line marks the median.",
  },
  bins: (below: number, above: number) =>
    `So that the others can be seen, ${plural(below, "value", "values")} below and ${above.toLocaleString("en")} above are not drawn.`,
  texts: {
    lengths: "Characters",
    range: (min: number, mean: number, max: number) => `${min} to ${max}, on average ${formatNumber(mean)}`,
    once: "Values that occur once",
    padded: "Blanks at an end",
    variants: "Other spellings",
    top: "Most frequent values",
    topUnit: "Rows",
    topOf: (rest: number) => `Most frequent values; ${plural(rest, "further value", "further values")}`,
    words: "Most frequent words",
  },
  times: {
    from: "First",
    to: "Last",
    step: "Usual step",
    longest: "Longest gap",
    regular: "Regular",
    yes: "yes",
    no: "no",
    repeated: "Repeated times",
    months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    byMonth: "By month",
    byWeekday: "By weekday",
    byHour: "By hour",
    since: (length: string, from: string) => `${length}, from ${from}`,
  },
  columnFacts: { missing: "Missing", distinct: "Distinct values", quality: "Quality" },
  range: (from: string, to: string) => `${from} to ${to}`,
  rangeAndMedian: (from: string, to: string, median: string) => `${from} to ${to}, median ${median}`,
  quoted: (value: string) => `“${value}”`,
  duration: (count: number, unit: DurationUnit) => `${formatNumber(count)} ${DURATIONS[unit]}${count === 1 ? "" : "s"}`,
  warningTexts: WARNINGS,
};

export type ProfileTexts = typeof PROFILE;

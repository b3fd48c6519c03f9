/** Parts of a time by the name that users choose: what `date_part` of DuckDB calls them. Weekdays are 1 (Monday) to 7 (ISO 8601). */
export const DATE_PARTS = {
  year: "year",
  quarter: "quarter",
  month: "month",
  day: "day",
  weekday: "isodow",
  hour: "hour",
  minute: "minute",
} as const;

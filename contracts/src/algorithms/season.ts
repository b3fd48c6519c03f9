import { z } from "zod";

/** Longest season that a forecaster may be asked for: a year of days. */
const MAX_SEASON = 366;

/** Season of a forecaster. */
export const season = z
  .int()
  .min(0)
  .max(MAX_SEASON)
  .default(0)
  .describe("Periods in a season: 12 for months, 24 for hours; 1 means none, 0 means as the calendar has it.");

/** Longest of the longer seasons: a week of quarter hours. */
const MAX_LONGER_SEASON = 672;

/** Season beside the season of a forecaster. */
export const longerSeason = z
  .int()
  .min(0)
  .max(MAX_LONGER_SEASON)
  .default(0)
  .describe(
    "Periods in a second, longer season: 168 for the week of hours; 1 means none, 0 means those of the calendar that the data have.",
  );

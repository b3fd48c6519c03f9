/** Findings of the data check about the values of a table, besides the flags of single columns. */
import { z } from "zod";

export const dataFinding = z.object({
  code: z
    .enum([
      "near_unique_text",
      "ambiguous_numbers",
      "ambiguous_dates",
      "ambiguous_exchanged_days",
      "ambiguous_exponents",
      "unread_values",
      "times_as_numbers",
      "times_in_parts",
      "later_than_today",
      "exchanged_days",
      "repeated_hours",
      "unset_time_zone",
      "offsets_of_zone",
      "missing_hours",
      "missing_days",
      "missing_months",
      "missing_periods",
      "numbers_as_text",
      "times_as_text",
      "exchanged_days_as_text",
      "unread_times_as_text",
      "clocks_as_text",
      "times_as_columns",
      "names_in_line",
      "missing_values",
      "one_value_or_none",
      "zeros_for_missing",
      "sentinel",
      "mixed_units",
      "mixed_units_as_text",
      "mixed_temperatures",
      "constant_in_group",
      "drift",
      "numeric_names",
      "totals",
      "copied_rows",
      "near_copies",
    ])
    .describe("Kind of finding, for translation."),
  column: z.string().optional().describe("The column that it is about; absent where it is about rows."),
  values: z.record(z.string(), z.union([z.number(), z.string()])).describe("What the message names: counts, shares (0 to 1), values."),
  message: z.string().describe("What was found, and what training does about it."),
});
export type DataFinding = z.infer<typeof dataFinding>;
export type FindingCode = DataFinding["code"];

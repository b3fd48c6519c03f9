/** Options that choose the rows held out, and texts on the figures for them. */
import type { ModelInfo } from "@agatha/contracts";
import { type RowValidation, validationRows } from "@agatha/contracts/kinds/row-validation";
import { areLaterGroups } from "@agatha/contracts/model-rules/later-groups";
import type { Command, ParsedArguments } from "../../command.js";
import { parseChoice, parseWholeNumber } from "../../parse-arguments.js";

export const VALIDATION_OPTIONS: Command["options"] = {
  rows: {
    valueName: "ROWS",
    description: `Which rows are held out: ${validationRows.options.join(", ")} (of known groups, of new groups, later ones); auto with --auto, with --folds and for outliers; groups with --group-columns, time with --time-column; else random`,
  },
  "group-columns": {
    valueName: "A,B",
    description:
      "Columns that together name the group of a row; found in the data when left out, except for random and time. With --rows time: whole groups are held out, which follow one another",
  },
  "time-column": {
    valueName: "COLUMN",
    description: "With --rows time: the column that orders the rows. Of a time series: its times; the only such column when left out",
  },
  folds: { valueName: "N", description: "Parts that are held out in turn" },
};

/** Returns the validation that the options ask for; undefined without any of them. `seriesTime` is the time column of a time series. */
export function validationFields(options: ParsedArguments["options"], seriesTime: string | undefined): RowValidation | undefined {
  const { rows, folds, "group-columns": groupColumns } = options;
  const timeColumn = seriesTime === undefined ? options["time-column"] : undefined;
  const count = parseWholeNumber("folds", folds);
  if (rows === undefined && groupColumns === undefined && timeColumn === undefined && count === undefined) return undefined;
  const implied = timeColumn !== undefined ? "time" : groupColumns !== undefined ? "groups" : "auto";
  return {
    rows: rows === undefined ? implied : parseChoice("rows", rows, validationRows.options),
    ...(groupColumns !== undefined && { groupColumns: groupColumns.split(",") }),
    ...(timeColumn !== undefined && { timeColumn }),
    ...(count !== undefined && { folds: count }),
  };
}

/** Rows that the figures are about, and those of the alternative validation, in the words of the model's page. */
const FOUND_ROWS = { random: "known groups", groups: "new groups", time: "later rows" } as const;
const ALTERNATIVE_ROWS = { random: "new groups", groups: "known groups", time: "random rows" } as const;

/** Returns for which rows the figures hold, and the figures for the other rows; nothing if there are no others. */
export function figuresByRows(validation: ModelInfo["validation"]) {
  const { rows = "random", other } = validation;
  if (!other) return {};
  const { indicators, intervals } = other;
  return {
    figures_for: areLaterGroups(validation) ? "later groups" : FOUND_ROWS[rows],
    other: { figures_for: ALTERNATIVE_ROWS[rows], indicators, intervals },
  };
}

import { Autocomplete, TextField } from "@mui/material";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, columnLabeler } from "./column-options.js";
import type { TrainingDraft } from "./draft.js";
import { areGroupsUnnamed, type ValidationOptions, type ValidationProblem } from "./validation-options.js";

interface RowColumnFieldProps {
  options: ValidationOptions;
  draft: TrainingDraft;
  choices: readonly ColumnOption[];
  problem: ValidationProblem | undefined;
  onChange(draft: TrainingDraft): void;
}

/** Stands below its option, in line with the option's label. */
const BELOW_OPTION = { ml: 3.5, mt: 1, mb: 1, maxWidth: 560 };

/** Asks which columns name the group of a row. */
export function GroupColumnsField({ options, draft, choices, problem, onChange }: RowColumnFieldProps) {
  const text = useText(messages);
  const hint = useGroupHint(options, draft, choices);
  const { groupColumns, groupOptions } = options;
  const isWrong = problem === "groupsNeeded";
  return (
    <Autocomplete
      multiple
      options={groupOptions}
      value={useSameWhileEqual([...groupColumns])}
      getOptionLabel={columnLabeler(choices)}
      onChange={(_event, names) => onChange({ ...draft, validationRows: "groups", groupColumns: names })}
      autoHighlight
      sx={BELOW_OPTION}
      renderInput={(params) => (
        <TextField
          {...params}
          label={text("create.validation.groupColumns")}
          required={areGroupsUnnamed(options)}
          error={isWrong}
          helperText={isWrong ? text("create.validation.groupsNeeded") : hint}
        />
      )}
    />
  );
}

/** Returns what the chosen columns mean, or what is held out without any. */
function useGroupHint(
  { groups, groupColumns }: ValidationOptions,
  { useExtraction }: TrainingDraft,
  choices: readonly ColumnOption[],
): string {
  const text = useText(messages);
  const format = useFormat();
  const [name, ...others] = groupColumns;
  if (name === undefined && groups?.kind === "copies") return text("create.validation.byCopies");
  if (name === undefined && groups?.kind === "consecutive") return text("create.validation.byBlocks");
  if (others.length > 0) return text("create.validation.sameValues");
  const column = choices.find((choice) => choice.column.name === name)?.column;
  // The statistics are those of the file. An edit history may leave fewer values.
  if (!column || useExtraction) return text("create.validation.sameValue");
  // A row without a value is a group of its own.
  return text("create.validation.sameValueGroups", { groups: format.number(column.stats.unique + column.stats.missing) });
}

/** Asks which column orders the rows in time. */
export function TimeColumnField({ options, draft, choices, problem, onChange }: RowColumnFieldProps) {
  const text = useText(messages);
  const isWrong = problem === "timeNeeded";
  return (
    <Autocomplete
      options={options.timeOptions}
      value={options.timeColumn ?? null}
      getOptionLabel={columnLabeler(choices)}
      onChange={(_event, timeColumn) => onChange({ ...draft, validationRows: "time", timeColumn })}
      disableClearable={options.timeColumn !== undefined}
      autoHighlight
      sx={BELOW_OPTION}
      renderInput={(params) => (
        <TextField
          {...params}
          label={text("create.validation.timeColumn")}
          required
          error={isWrong}
          helperText={text(
            isWrong ? "create.validation.timeNeeded" : `create.validation.${options.hasLaterGroups ? "groupTimeHint" : "timeHint"}`,
          )}
        />
      )}
    />
  );
}

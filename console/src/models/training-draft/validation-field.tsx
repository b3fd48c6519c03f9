import type { RowStructure, RowValidation } from "@agatha/contracts";
import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from "@mui/material";
import { ErrorsInTime, QuickModelErrors } from "../../data-findings/quick-model-errors.js";
import { joinSentences } from "../../i18n/join-sentences.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, columnLabeler } from "./column-options.js";
import type { TrainingDraft } from "./draft.js";
import { GroupColumnsField, TimeColumnField } from "./row-column-fields.js";
import { areGroupsAsFound, areGroupsOffered, heldOutRows, type ValidationOptions, type ValidationProblem } from "./validation-options.js";

const FOUND_TEXT_KEYS = {
  identifier: "create.validation.found",
  recurring_set: "create.validation.found",
  copies: "create.validation.copies",
  consecutive: "create.validation.consecutive",
} as const;

interface ValidationFieldProps {
  options: ValidationOptions;
  draft: TrainingDraft;
  choices: readonly ColumnOption[];
  problem: ValidationProblem | undefined;
  onChange(draft: TrainingDraft): void;
}

const COPY_KEYS = { random: "create.validation.withCopy", groups: "create.validation.withoutCopy" } as const;

/** Returns the texts of the choices: copies are not called groups. */
function optionKeysOf(kind: RowStructure["kind"] | undefined, hasColumns: boolean) {
  if (kind === "copies") return COPY_KEYS;
  const random = kind || hasColumns ? ("create.validation.known" as const) : ("create.validation.random" as const);
  return { random, groups: "create.validation.groups" as const };
}

/** Shows the groups that were found, and whether they follow one another in time. */
function FoundGroups({ options, labelOf }: { options: ValidationOptions; labelOf(name: string): string }) {
  const text = useText(messages);
  const format = useFormat();
  const { groups, timeColumn, hasLaterGroups } = options;
  if (!groups) return null;
  const columns = groups.groupColumns.map(labelOf);
  const found = { columns, share: format.percent(groups.sharing), groups: format.number(groups.groups) };
  const follow = hasLaterGroups && timeColumn !== undefined && text("create.validation.follow", { column: labelOf(timeColumn) });
  return <FormHelperText sx={{ mx: 0 }}>{joinSentences(text(FOUND_TEXT_KEYS[groups.kind], found), follow)}</FormHelperText>;
}

/**
 * Asks for which rows the models are to predict, or in which to find outliers: of known groups, of new ones, or later ones. The column
 * that names the group or orders the rows is the one that was found in the data, unless another is chosen.
 */
export function ValidationField({ options, draft, choices, problem, onChange }: ValidationFieldProps) {
  const text = useText(messages);
  const labelOf = columnLabeler(choices);
  const { groups, groupColumns, timeColumn, hasLaterGroups, inTime } = options;
  const column = timeColumn === undefined ? undefined : labelOf(timeColumn);
  const rows = heldOutRows(draft, options);
  const errors = areGroupsAsFound(options) ? (groups?.errors ?? []) : [];
  const optionKeys = optionKeysOf(groups?.kind, groupColumns.length > 0);
  const option = (value: RowValidation["rows"], label: string) => (
    <FormControlLabel value={value} control={<Radio size="small" />} label={label} />
  );
  return (
    <FormControl>
      <FormLabel id="rows">{text(draft.goal === "outliers" ? "create.validation.outliers" : "create.validation.question")}</FormLabel>
      <FoundGroups options={options} labelOf={labelOf} />
      <FormHelperText component="div" sx={{ mx: 0 }}>
        <QuickModelErrors
          errors={errors.filter(({ response }) => response === draft.target && draft.goal === "predict")}
          ofCopies={optionKeys === COPY_KEYS}
          labelOf={labelOf}
        />
        {(groups && !hasLaterGroups) || !inTime ? null : <ErrorsInTime errors={[inTime]} labelOf={labelOf} />}
      </FormHelperText>
      <RadioGroup
        aria-labelledby="rows"
        sx={{ rowGap: { xs: 1, sm: 0 } }}
        value={rows}
        onChange={(event) => onChange({ ...draft, validationRows: event.target.value as RowValidation["rows"] })}
      >
        {options.byDefault === "auto" ? option("auto", text("create.validation.auto")) : null}
        {option("random", text(optionKeys.random))}
        {areGroupsOffered(options) ? option("groups", text(optionKeys.groups)) : null}
        {rows === "groups" && options.groupOptions.length > 0 ? (
          <GroupColumnsField options={options} draft={draft} choices={choices} problem={problem} onChange={onChange} />
        ) : null}
        {options.timeOptions.length > 0
          ? option(
              "time",
              column === undefined
                ? text("create.validation.later")
                : text(`create.validation.${hasLaterGroups ? "laterGroups" : "time"}`, { column }),
            )
          : null}
        {rows === "time" ? (
          <TimeColumnField options={options} draft={draft} choices={choices} problem={problem} onChange={onChange} />
        ) : null}
      </RadioGroup>
    </FormControl>
  );
}

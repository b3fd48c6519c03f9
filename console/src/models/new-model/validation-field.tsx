import type { RowValidation } from "@agatha/contracts";
import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from "@mui/material";
import { ErrorsInTime, QuickModelErrors } from "../../data-findings/quick-model-errors.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { LearningGoal } from "./column-options.js";
import type { RowQuestion } from "./draft.js";

interface ValidationFieldProps {
  question: RowQuestion;
  goal: LearningGoal;
  response: string | null;
  rows: RowValidation["rows"];
  labelOf(column: string): string;
  onRows(rows: RowValidation["rows"]): void;
}

/** Asks for which rows the models are to predict, or in which to find outliers: of known groups, of new ones, or later ones. */
export function ValidationField({
  question: { groups, timeColumn, byDefault, inTime },
  goal,
  response,
  rows,
  labelOf,
  onRows,
}: ValidationFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  const found = groups && {
    columns: groups.groupColumns.map(labelOf),
    share: format.percent(groups.sharing),
    groups: format.number(groups.groups),
  };
  return (
    <FormControl>
      <FormLabel id="rows">{text(goal === "outliers" ? "create.validation.outliers" : "create.validation.question")}</FormLabel>
      {found ? <FormHelperText sx={{ mx: 0 }}>{text("create.validation.found", found)}</FormHelperText> : null}
      <FormHelperText component="div" sx={{ mx: 0 }}>
        <QuickModelErrors errors={groups?.errors?.filter((error) => error.response === response) ?? []} labelOf={labelOf} />
        {groups || !inTime ? null : <ErrorsInTime errors={[inTime]} labelOf={labelOf} />}
      </FormHelperText>
      <RadioGroup
        aria-labelledby="rows"
        value={rows === "auto" ? byDefault : rows}
        onChange={(event) => onRows(event.target.value as RowValidation["rows"])}
      >
        {byDefault === "auto" ? (
          <FormControlLabel value="auto" control={<Radio size="small" />} label={text("create.validation.auto")} />
        ) : null}
        {groups ? <FormControlLabel value="groups" control={<Radio size="small" />} label={text("create.validation.groups")} /> : null}
        <FormControlLabel
          value="random"
          control={<Radio size="small" />}
          label={text(groups ? "create.validation.known" : "create.validation.random")}
        />
        {timeColumn === undefined ? null : (
          <FormControlLabel
            value="time"
            control={<Radio size="small" />}
            label={text("create.validation.time", { column: labelOf(timeColumn) })}
          />
        )}
      </RadioGroup>
    </FormControl>
  );
}

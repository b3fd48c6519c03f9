import type { ColumnType } from "@agatha/contracts";
import RemoveIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import { Box, IconButton, TextField, Tooltip, Typography } from "@mui/material";
import { type TextFunction, useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import type { en } from "../en.js";
import { messages } from "../messages.js";
import {
  type ConditionDraft,
  FILTER_OPERATORS,
  type FilterDraft,
  type FilterOperator,
  operandShapeOf,
  removeCondition,
  setConditionColumn,
  updateCondition,
} from "../steps/filter-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";
import { ValueField, ValuesField } from "./value-field.js";

interface ConditionFieldsProps extends FieldsProps<FilterDraft> {
  condition: ConditionDraft;
}

/** One condition: a column, an operator and its operands. */
export function ConditionFields({ condition, ...props }: ConditionFieldsProps) {
  const text = useText(messages);
  const { draft, columns, problemOf, timezone, onChange } = props;
  const column = columns.find(({ name }) => name === condition.column);
  const hint = column && hintOf(text, column.type, condition.op, timezone);
  return (
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
        <ColumnField
          label={text("step.column")}
          columns={columns}
          value={condition.column}
          problem={problemOf(`${condition.key}.column`)}
          autoFocus={condition.column === null}
          onChange={(chosen) => onChange(setConditionColumn(draft, condition.key, chosen))}
        />
        {column ? (
          <ChoiceField<FilterOperator>
            label={text("filter.condition")}
            value={condition.op}
            choices={FILTER_OPERATORS[column.type]}
            textOf={(op) => operatorText(text, column.type, op)}
            onChange={(op) => onChange(updateCondition(draft, condition.key, { op }))}
          />
        ) : null}
        {column ? <OperandInputs {...props} condition={condition} column={column} /> : null}
        <Tooltip title={text("filter.removeCondition")}>
          <IconButton aria-label={text("filter.removeCondition")} onClick={() => onChange(removeCondition(draft, condition.key))}>
            <RemoveIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      {hint ? (
        <Typography variant="caption" color="text.secondary">
          {hint}
        </Typography>
      ) : null}
    </Box>
  );
}

/** Operators of time columns read "before" and "after" instead of "less" and "greater". */
function operatorText(text: TextFunction<typeof en>, type: ColumnType, op: FilterOperator): string {
  if (type === "d" && (op === "lt" || op === "le" || op === "gt" || op === "ge")) return text(`timeOp.${op}`);
  return text(`op.${op}`);
}

function hintOf(text: TextFunction<typeof en>, type: ColumnType, op: FilterOperator, zone: string): string | null {
  if (type !== "d" || operandShapeOf(op) === "none") return null;
  return op === "time_of_day" ? text("filter.zone", { zone }) : text("filter.utc");
}

function OperandInputs({ condition, column, draft, problemOf, onChange }: ConditionFieldsProps & { column: StepColumn }) {
  const text = useText(messages);
  const { key, op, value, values, from, to } = condition;
  const change = (changes: Partial<ConditionDraft>) => onChange(updateCondition(draft, key, changes));
  switch (operandShapeOf(op)) {
    case "none":
      return null;
    case "one":
      return (
        <ValueField
          label={text("filter.value")}
          column={column}
          value={value}
          problem={problemOf(`${key}.value`)}
          onChange={(value) => change({ value })}
        />
      );
    case "many":
      return (
        <ValuesField
          label={text("filter.values")}
          column={column}
          values={values}
          problem={problemOf(`${key}.values`)}
          onChange={(values) => change({ values })}
        />
      );
    case "range":
      return (
        <>
          <ValueField
            label={text("filter.from")}
            column={column}
            value={from}
            bound="first"
            problem={problemOf(`${key}.from`)}
            onChange={(from) => change({ from })}
          />
          <ValueField
            label={text("filter.to")}
            column={column}
            value={to}
            bound="last"
            problem={problemOf(`${key}.to`)}
            onChange={(to) => change({ to })}
          />
        </>
      );
    case "clock":
      return (
        <>
          <TimeOfDayField
            label={text("filter.from")}
            value={from}
            problem={problemOf(`${key}.from`)}
            onChange={(from) => change({ from })}
          />
          <TimeOfDayField label={text("filter.to")} value={to} problem={problemOf(`${key}.to`)} onChange={(to) => change({ to })} />
        </>
      );
  }
}

interface TimeOfDayFieldProps {
  label: string;
  value: string;
  problem: ReturnType<ConditionFieldsProps["problemOf"]>;
  onChange(value: string): void;
}

function TimeOfDayField({ label, value, problem, onChange }: TimeOfDayFieldProps) {
  const text = useText(messages);
  return (
    <TextField
      type="time"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== undefined}
      helperText={problem ? text(`problem.${problem}`) : undefined}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: 140 }}
    />
  );
}

import type { ColumnType } from "@agatha/contracts";
import RemoveIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import { Box, IconButton, TextField, Tooltip, Typography } from "@mui/material";
import { type Text, useText } from "../../i18n/use-text.js";
import type { en } from "../en.js";
import { messages } from "../messages.js";
import type { StepColumn } from "../steps/columns.js";
import {
  type ConditionDraft,
  changedCondition,
  type FilterDraft,
  type FilterOp,
  OPS,
  shapeOf,
  withColumn,
  withoutCondition,
} from "../steps/filter-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField } from "./column-field.js";
import type { FieldsProps } from "./field-props.js";
import { ValueField, ValuesField } from "./value-field.js";

interface ConditionFieldsProps extends FieldsProps<FilterDraft> {
  condition: ConditionDraft;
}

/** One column, what it is asked, and what is compared with. */
export function ConditionFields({ condition, ...props }: ConditionFieldsProps) {
  const text = useText(messages);
  const { draft, columns, problemOf, timezone, onChange } = props;
  const column = columns.find(({ name }) => name === condition.column);
  const hint = column && hintOf(text, column.type, condition.op, timezone);
  return (
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}>
        <ColumnField
          label={text("step.column")}
          columns={columns}
          value={condition.column}
          problem={problemOf(`${condition.key}.column`)}
          autoFocus={condition.column === null}
          onChange={(chosen) => onChange(withColumn(draft, condition.key, chosen))}
        />
        {column ? (
          <ChoiceField<FilterOp>
            label={text("filter.condition")}
            value={condition.op}
            choices={OPS[column.type]}
            textOf={(op) => opText(text, column.type, op)}
            onChange={(op) => onChange(changedCondition(draft, condition.key, { op }))}
          />
        ) : null}
        {column ? <Entered {...props} condition={condition} column={column} /> : null}
        <Tooltip title={text("filter.removeCondition")}>
          <IconButton aria-label={text("filter.removeCondition")} onClick={() => onChange(withoutCondition(draft, condition.key))}>
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

/** Times are before and after, not less and more. */
function opText(text: Text<typeof en>, type: ColumnType, op: FilterOp): string {
  if (type === "d" && (op === "lt" || op === "le" || op === "gt" || op === "ge")) return text(`timeOp.${op}`);
  return text(`op.${op}`);
}

function hintOf(text: Text<typeof en>, type: ColumnType, op: FilterOp, zone: string): string | null {
  if (type !== "d" || shapeOf(op) === "none") return null;
  return op === "time_of_day" ? text("filter.zone", { zone }) : text("filter.utc");
}

function Entered({ condition, column, draft, problemOf, onChange }: ConditionFieldsProps & { column: StepColumn }) {
  const text = useText(messages);
  const { key, op, value, values, from, to } = condition;
  const change = (changes: Partial<ConditionDraft>) => onChange(changedCondition(draft, key, changes));
  switch (shapeOf(op)) {
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
          <ClockField label={text("filter.from")} value={from} problem={problemOf(`${key}.from`)} onChange={(from) => change({ from })} />
          <ClockField label={text("filter.to")} value={to} problem={problemOf(`${key}.to`)} onChange={(to) => change({ to })} />
        </>
      );
  }
}

interface ClockFieldProps {
  label: string;
  value: string;
  problem: ReturnType<ConditionFieldsProps["problemOf"]>;
  onChange(value: string): void;
}

function ClockField({ label, value, problem, onChange }: ClockFieldProps) {
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

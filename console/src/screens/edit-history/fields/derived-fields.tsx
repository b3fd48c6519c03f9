import { Alert, Box, TextField } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import {
  availableFormulas,
  type DerivedColumnDraft,
  DIFFERENCE_UNITS,
  FORMULA_SHAPES,
  type FormulaOp,
  SHAPE_COLUMN_TYPE,
  TIME_PARTS,
} from "../steps/derived-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField, ColumnsField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";
import { FormulaField } from "./formula-field.js";
import { OperandFields } from "./operand-fields.js";
import { ZoneHint } from "./zone-hint.js";

/** The name of a new column, and its formula. */
export function DerivedColumnFields(props: FieldsProps<DerivedColumnDraft>) {
  const text = useText(messages);
  const { draft, columns, problemOf, onChange } = props;
  const formulas = availableFormulas(columns);
  const problem = problemOf("name");
  if (formulas.length === 0) return <Alert severity="info">{text("derived.none")}</Alert>;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
        <TextField
          label={text("derived.name")}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
          autoFocus
          error={problem !== undefined}
          helperText={problem ? text(`problem.${problem}`) : undefined}
          slotProps={{ htmlInput: { maxLength: 512, autoComplete: "off" } }}
          sx={{ flex: "1 1 220px", minWidth: 180 }}
        />
        <ChoiceField<FormulaOp>
          label={text("derived.formula")}
          value={draft.op}
          choices={formulas}
          textOf={(op) => text(`derived.op.${op}`)}
          onChange={(op) => onChange({ ...draft, op })}
          width={260}
        />
      </Box>
      <FormulaFields {...props} />
    </Box>
  );
}

function FormulaFields(props: FieldsProps<DerivedColumnDraft>) {
  const text = useText(messages);
  const { draft, columns, problemOf, onChange } = props;
  const shape = FORMULA_SHAPES[draft.op];
  if (shape === "expression") return <FormulaField {...props} />;
  const types = [SHAPE_COLUMN_TYPE[shape]];
  switch (shape) {
    case "two":
    case "one":
      return <OperandFields {...props} sides={shape === "two" ? ["left", "right"] : ["left"]} />;
    case "part":
      return (
        <Box sx={{ display: "grid", gap: 1 }}>
          <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
            <ColumnField
              label={text("derived.time")}
              columns={columns}
              types={types}
              value={draft.time}
              problem={problemOf("time")}
              onChange={({ name }) => onChange({ ...draft, time: name })}
            />
            <ChoiceField
              label={text("derived.part")}
              value={draft.part}
              choices={TIME_PARTS}
              textOf={(part) => text(`derived.parts.${part}`)}
              onChange={(part) => onChange({ ...draft, part })}
              width={220}
            />
          </Box>
          <ZoneHint {...props} />
        </Box>
      );
    case "difference":
      return (
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
          {(["from", "to"] as const).map((end) => (
            <ColumnField
              key={end}
              label={text(`derived.${end}`)}
              columns={columns}
              types={types}
              value={draft[end]}
              problem={problemOf(end)}
              onChange={({ name }) => onChange({ ...draft, [end]: name })}
            />
          ))}
          <ChoiceField
            label={text("derived.unit")}
            value={draft.unit}
            choices={DIFFERENCE_UNITS}
            textOf={(unit) => text(`unit.${unit}`)}
            onChange={(unit) => onChange({ ...draft, unit })}
            width={140}
          />
        </Box>
      );
    case "join":
      return (
        <Box sx={{ display: "grid", gap: 2 }}>
          <ColumnsField
            label={text("derived.columns")}
            columns={columns}
            types={types}
            value={draft.columns}
            problem={problemOf("columns")}
            onChange={(chosen) => onChange({ ...draft, columns: chosen })}
          />
          <TextField
            label={text("derived.separator")}
            value={draft.separator}
            onChange={(event) => onChange({ ...draft, separator: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 100, autoComplete: "off" } }}
            sx={{ width: 200 }}
          />
        </Box>
      );
  }
}

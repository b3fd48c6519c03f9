import { Box, Checkbox, FormControlLabel } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import {
  FILL_STRATEGIES,
  REPLACEMENT_KINDS,
  type ReplacementDraft,
  type ReplacementKind,
  setReplacedColumn,
  TEXT_TRANSFORMS,
} from "../steps/replacement-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";
import { ValueField } from "./value-field.js";

/** A column and the replacement of its values. */
export function ReplacementFields(props: FieldsProps<ReplacementDraft>) {
  const text = useText(messages);
  const { draft, columns, problemOf, onChange } = props;
  const column = columns.find(({ name }) => name === draft.column);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
        <ColumnField
          label={text("step.column")}
          columns={columns}
          value={draft.column}
          problem={problemOf("column")}
          autoFocus
          onChange={(chosen) => onChange(setReplacedColumn(draft, chosen))}
        />
        {column ? (
          <ChoiceField<ReplacementKind>
            label={text("replacement.what")}
            value={draft.kind}
            choices={REPLACEMENT_KINDS[column.type]}
            textOf={(kind) => text(`replacement.kind.${kind}`)}
            onChange={(kind) => onChange({ ...draft, kind })}
            width={300}
          />
        ) : null}
      </Box>
      {column ? <ReplacementActionFields {...props} column={column} /> : null}
    </Box>
  );
}

type ReplacementActionProps = FieldsProps<ReplacementDraft> & { column: StepColumn };

function ReplacementActionFields(props: ReplacementActionProps) {
  const text = useText(messages);
  const { draft, column, problemOf, onChange } = props;
  switch (draft.kind) {
    case "value":
      return <ReplaceValueFields {...props} />;
    case "fill":
      return (
        <ValueField
          label={text("replacement.fill")}
          column={column}
          value={draft.value}
          problem={problemOf("value")}
          onChange={(value) => onChange({ ...draft, value })}
        />
      );
    case "fill_with":
      return (
        <ChoiceField
          label={text("replacement.with")}
          value={draft.with}
          choices={FILL_STRATEGIES[column.type]}
          textOf={(fill) => text(`replacement.fills.${fill}`)}
          onChange={(fill) => onChange({ ...draft, with: fill })}
          width={280}
        />
      );
    case "clip":
      return <ClipFields {...props} />;
    case "text":
      return (
        <ChoiceField
          label={text("replacement.change")}
          value={draft.change}
          choices={TEXT_TRANSFORMS}
          textOf={(change) => text(`replacement.changes.${change}`)}
          onChange={(change) => onChange({ ...draft, change })}
          width={280}
        />
      );
  }
}

function ReplaceValueFields({ draft, column, problemOf, onChange }: ReplacementActionProps) {
  const text = useText(messages);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
      <ValueField
        label={text("replacement.from")}
        column={column}
        value={draft.from}
        problem={problemOf("from")}
        onChange={(from) => onChange({ ...draft, from })}
      />
      {draft.toMissing ? null : (
        <ValueField
          label={text("replacement.to")}
          column={column}
          value={draft.to}
          problem={problemOf("to")}
          onChange={(to) => onChange({ ...draft, to })}
        />
      )}
      <FormControlLabel
        control={
          <Checkbox size="small" checked={draft.toMissing} onChange={(event) => onChange({ ...draft, toMissing: event.target.checked })} />
        }
        label={text("replacement.toMissing")}
      />
    </Box>
  );
}

function ClipFields({ draft, column, problemOf, onChange }: ReplacementActionProps) {
  const text = useText(messages);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
      <ValueField
        label={text("replacement.min")}
        column={column}
        bound="first"
        value={draft.min}
        problem={problemOf("min")}
        onChange={(min) => onChange({ ...draft, min })}
      />
      <ValueField
        label={text("replacement.max")}
        column={column}
        bound="last"
        value={draft.max}
        problem={problemOf("max")}
        onChange={(max) => onChange({ ...draft, max })}
      />
    </Box>
  );
}

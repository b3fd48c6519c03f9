import RemoveIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import { Box, Button, IconButton, TextField, Tooltip } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { AGGREGATE_COLUMN_TYPES, AGGREGATE_FUNCTIONS, type AggregateDraft, type AggregationDraft } from "../steps/aggregation-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";

interface AggregateFieldsProps extends FieldsProps<AggregationDraft> {
  aggregate: AggregateDraft;
  /** As entered, or the default name. */
  name: string;
}

/** One aggregate of each group: the function, its column and the name of the result. */
export function AggregateFields({ aggregate, name, draft, columns, problemOf, onChange }: AggregateFieldsProps) {
  const text = useText(messages);
  const { key, function: what, column } = aggregate;
  const change = (changes: Partial<AggregateDraft>) =>
    onChange({
      ...draft,
      aggregates: draft.aggregates.map((aggregate) => (aggregate.key === key ? { ...aggregate, ...changes } : aggregate)),
    });
  const remove = () => onChange({ ...draft, aggregates: draft.aggregates.filter((aggregate) => aggregate.key !== key) });
  const nameProblem = problemOf(`${key}.name`);
  const fits = columns.some((candidate) => candidate.name === column && AGGREGATE_COLUMN_TYPES[what].includes(candidate.type));
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
      <ChoiceField
        label={text("aggregation.figure")}
        value={what}
        choices={AGGREGATE_FUNCTIONS}
        textOf={(name) => text(`figure.${name}`)}
        onChange={(chosen) => change({ function: chosen, ...(fits ? {} : { column: null }) })}
      />
      <ColumnField
        label={what === "count" && column === null ? text("aggregation.columnOrRows") : text("step.column")}
        columns={columns}
        types={AGGREGATE_COLUMN_TYPES[what]}
        value={column}
        problem={problemOf(`${key}.column`)}
        onChange={(chosen) => change({ column: chosen.name })}
      />
      {what === "count" && column !== null ? (
        <Button onClick={() => change({ column: null })} sx={{ minHeight: 40 }}>
          {text("say.rows")}
        </Button>
      ) : null}
      <TextField
        label={text("aggregation.name")}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
        error={nameProblem !== undefined}
        helperText={nameProblem ? text(`problem.${nameProblem}`) : undefined}
        slotProps={{ htmlInput: { maxLength: 512, autoComplete: "off" } }}
        sx={{ flex: "1 1 180px", minWidth: 160 }}
      />
      {draft.aggregates.length > 1 ? (
        <Tooltip title={text("aggregation.remove")}>
          <IconButton aria-label={text("aggregation.remove")} onClick={remove}>
            <RemoveIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
    </Box>
  );
}

import AddIcon from "@mui/icons-material/Add";
import { Box, Button, FormHelperText, TextField, Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type AggregationDraft, aggregateNames, TIME_UNITS, withAggregate } from "../steps/aggregation-draft.js";
import { AggregateFields } from "./aggregate-fields.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField, ColumnsField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";
import { ZoneHint } from "./zone-hint.js";

/** Fields for the groups, the time window and the aggregates. */
export function AggregationFields(props: FieldsProps<AggregationDraft>) {
  const text = useText(messages);
  const { draft, columns, problemOf, onChange } = props;
  const names = aggregateNames(draft);
  const problem = problemOf("figures");
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Box>
        <ColumnsField label={text("aggregation.by")} columns={columns} value={draft.by} onChange={(by) => onChange({ ...draft, by })} />
        {draft.by.length === 0 && draft.window === null ? <FormHelperText>{text("aggregation.byHint")}</FormHelperText> : null}
      </Box>
      {columns.some(({ type }) => type === "d") ? <TimeWindowFields {...props} /> : null}
      {draft.window ? <ZoneHint {...props} /> : null}
      <Typography variant="h3" component="h3">
        {text("aggregation.figures")}
      </Typography>
      {draft.aggregates.map((aggregate, i) => (
        <AggregateFields key={aggregate.key} {...props} aggregate={aggregate} name={names[i] ?? ""} />
      ))}
      {problem ? <FormHelperText error>{text(`problem.${problem}`)}</FormHelperText> : null}
      <Box>
        <Button startIcon={<AddIcon />} onClick={() => onChange(withAggregate(draft))}>
          {text("aggregation.add")}
        </Button>
      </Box>
    </Box>
  );
}

const WINDOW_CHOICES = ["none", "some"] as const;

function TimeWindowFields({ draft, columns, problemOf, onChange }: FieldsProps<AggregationDraft>) {
  const text = useText(messages);
  const times = columns.filter(({ type }) => type === "d");
  const { window } = draft;
  const every = problemOf("every");
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
      <ChoiceField
        label={text("aggregation.window")}
        value={window === null ? "none" : "some"}
        choices={WINDOW_CHOICES}
        textOf={(choice) => text(choice === "none" ? "aggregation.noWindow" : "aggregation.every")}
        onChange={(choice) =>
          onChange({ ...draft, window: choice === "none" ? null : { column: times[0]?.name ?? null, every: "1", unit: "day" } })
        }
        width={160}
      />
      {window ? (
        <>
          <TextField
            label={text("aggregation.every")}
            value={window.every}
            onChange={(event) => onChange({ ...draft, window: { ...window, every: event.target.value } })}
            error={every !== undefined}
            helperText={every ? text(`problem.${every}`) : undefined}
            slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
            sx={{ width: 120 }}
          />
          <ChoiceField
            label={text("aggregation.unit")}
            value={window.unit}
            choices={TIME_UNITS}
            textOf={(unit) => text(`unit.${unit}`)}
            onChange={(unit) => onChange({ ...draft, window: { ...window, unit } })}
            width={140}
          />
          <ColumnField
            label={text("step.column")}
            columns={times}
            value={window.column}
            problem={problemOf("window")}
            onChange={({ name }) => onChange({ ...draft, window: { ...window, column: name } })}
          />
        </>
      ) : null}
    </Box>
  );
}

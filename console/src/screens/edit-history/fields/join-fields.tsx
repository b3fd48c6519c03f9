import type { DatasetAnswer } from "@agatha/contracts/wire";
import AddIcon from "@mui/icons-material/Add";
import RemoveIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import { Alert, Autocomplete, Box, Button, IconButton, TextField, Tooltip, Typography } from "@mui/material";
import { useReadyDatasets } from "../../../calculations/batch-prediction/use-ready-datasets.js";
import { renderDatasetOption } from "../../../dataset-facts/dataset-option.js";
import { Failure } from "../../../feedback/failure.js";
import { useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { addJoinKey, type JoinDraft, type JoinKeyDraft } from "../steps/join-draft.js";
import { useEditedColumns } from "../use-edited-columns.js";
import { ColumnField, ColumnsField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";

/** The dataset to join, its key columns and the columns to add. */
export function JoinFields({ draft, columns, problemOf, onChange }: FieldsProps<JoinDraft>) {
  const text = useText(messages);
  const datasets = useReadyDatasets();
  const there = useEditedColumns(draft.other?.id ?? null);
  const problem = problemOf("other");
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Autocomplete<DatasetAnswer | NonNullable<JoinDraft["other"]>>
        options={datasets.data ?? []}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        renderOption={(props, option) => ("role" in option ? renderDatasetOption(props, option) : null)}
        value={draft.other}
        loading={datasets.data === undefined}
        onChange={(_event, other) =>
          onChange({
            ...draft,
            other: other && { id: other.id, title: other.title },
            columns: [],
            on: draft.on.map((key) => ({ ...key, other: null })),
          })
        }
        autoHighlight
        sx={{ maxWidth: 480 }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={text("join.dataset")}
            autoFocus={draft.other === null}
            error={problem !== undefined}
            helperText={problem ? text(`problem.${problem}`) : text("join.datasetHint")}
          />
        )}
      />
      {datasets.error || there.error ? <Failure error={datasets.error ?? there.error} title={text("join.failed")} /> : null}
      <JoinKeys on={draft.on} columns={columns} there={there.columns} problemOf={problemOf} onChange={(on) => onChange({ ...draft, on })} />
      <ColumnsField
        label={text("join.columns")}
        columns={there.columns.filter(({ name }) => draft.columns.includes(name) || !draft.on.some(({ other }) => other === name))}
        value={draft.columns}
        problem={problemOf("columns")}
        onChange={(names) => onChange({ ...draft, columns: names })}
      />
      <TextField
        label={text("join.prefix")}
        value={draft.prefix}
        onChange={(event) => onChange({ ...draft, prefix: event.target.value })}
        error={problemOf("prefix") !== undefined}
        helperText={text(problemOf("prefix") ? "problem.nameTaken" : "join.prefixHint")}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        sx={{ maxWidth: 480 }}
      />
      <Alert severity="info">{text("join.copied")}</Alert>
    </Box>
  );
}

interface JoinKeysProps extends Pick<FieldsProps<JoinDraft>, "columns" | "problemOf"> {
  on: readonly JoinKeyDraft[];
  /** Columns of the other dataset. */
  there: readonly StepColumn[];
  onChange(on: JoinKeyDraft[]): void;
}

/** Pairs of columns that must be equal. The other dataset offers columns of the same type. */
function JoinKeys({ on, columns, there, problemOf, onChange }: JoinKeysProps) {
  const text = useText(messages);
  const change = (key: number, changes: Partial<JoinKeyDraft>) =>
    onChange(on.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)));
  return (
    <Box component="fieldset" sx={{ display: "grid", gap: 2, border: 0, p: 0, m: 0 }}>
      <Typography component="legend" variant="body2" sx={{ mb: 1 }}>
        {text("join.on")}
      </Typography>
      {on.map(({ key, column, other }) => {
        const type = columns.find(({ name }) => name === column)?.type;
        const sameThere = (here: StepColumn) => there.find(({ name, type: thereType }) => name === here.name && thereType === here.type);
        return (
          <Box key={key} sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
            <ColumnField
              label={text("join.here")}
              columns={columns}
              value={column}
              problem={problemOf(`${key}.column`)}
              onChange={(here) => change(key, { column: here.name, other: sameThere(here)?.name ?? other })}
            />
            <ColumnField
              label={text("join.there")}
              columns={there}
              {...(type && { types: [type] })}
              value={other}
              problem={problemOf(`${key}.other`)}
              onChange={({ name }) => change(key, { other: name })}
            />
            {on.length > 1 ? (
              <Tooltip title={text("step.remove")}>
                <IconButton aria-label={text("step.remove")} onClick={() => onChange(on.filter((pair) => pair.key !== key))}>
                  <RemoveIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            ) : null}
          </Box>
        );
      })}
      <Box>
        <Button startIcon={<AddIcon />} onClick={() => onChange(addJoinKey(on))}>
          {text("join.addKey")}
        </Button>
      </Box>
    </Box>
  );
}

import { Box, FormControlLabel, MenuItem, Switch, TextField, Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { Choice } from "./choices.js";
import { ColumnPicker } from "./column-picker.js";
import { type Draft, learnedColumns, type NodeProblems, nodeColumns, typeOf } from "./draft.js";
import { isDetector, methodAt, methodsAt, type NodeDraft, type Place, ROTATIONS, type Rotation } from "./layers.js";
import { MethodFields } from "./method-fields.js";

interface NodeFieldsProps {
  at: Place;
  draft: Draft;
  choices: readonly Choice[];
  /** Rows in use. */
  rows: number;
  problems: NodeProblems | undefined;
  /** Whether there are other methods, so that one may learn from other columns than they do. */
  oneOfMany: boolean;
  onChange(node: NodeDraft): void;
}

/** The method of a node, its settings, and the columns that it learns from. */
export function NodeFields({ at, draft, choices, rows, problems, oneOfMany, onChange }: NodeFieldsProps) {
  const text = useText(messages);
  const { node } = at;
  const type = typeOf(draft);
  const learned = learnedColumns(draft, choices);
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {oneOfMany ? (
        <Typography variant="h3" component="h2">
          {text("create.layers.methodOf", { number: at.layer + 1, method: text(`algorithm.${methodAt(at, type)}`) })}
        </Typography>
      ) : null}
      <Box>
        <MethodFields
          offered={methodsAt(at, type)}
          algorithm={methodAt(at, type)}
          entered={node.parameters}
          rows={rows}
          onAlgorithm={(algorithm) => onChange({ ...node, algorithm, parameters: {} })}
          onParameters={(parameters) => onChange({ ...node, parameters })}
        />
      </Box>
      {isDetector(at, type) ? (
        <TextField
          select
          label={text("create.rotation.title")}
          value={node.rotation}
          onChange={(event) => onChange({ ...node, rotation: event.target.value as Rotation })}
          helperText={text("create.rotation.hint")}
          sx={{ maxWidth: 420 }}
        >
          {ROTATIONS.map((rotation) => (
            <MenuItem key={rotation} value={rotation}>
              {text(`create.rotation.${rotation}`)}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {oneOfMany || node.columns !== null ? (
        <Box>
          <FormControlLabel
            control={
              <Switch
                checked={node.columns === null}
                onChange={(_event, checked) => onChange({ ...node, columns: checked ? null : learned })}
                slotProps={{ input: { role: "switch" } }}
              />
            }
            label={text("create.layers.allColumns")}
          />
          {node.columns === null ? null : (
            <ColumnPicker
              choices={choices.filter(({ column }) => learned.includes(column.name))}
              chosen={nodeColumns(draft, at, choices)}
              problem={problems?.columns}
              onChange={(columns) => onChange({ ...node, columns })}
            />
          )}
        </Box>
      ) : null}
    </Box>
  );
}

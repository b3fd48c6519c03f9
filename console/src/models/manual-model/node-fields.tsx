import { isForecaster } from "@agatha/contracts/algorithms/index";
import { Box, FormControlLabel, FormHelperText, MenuItem, Switch, TextField, Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { ColumnOption } from "../training-draft/column-options.js";
import { ColumnPicker } from "../training-draft/column-picker.js";
import { modelTypeOf, selectedFeatures } from "../training-draft/draft.js";
import { AlgorithmFields } from "./algorithm-fields.js";
import { type ModelDraft, nodeFeatures, rowsAs } from "./draft.js";
import { algorithmAt, algorithmsAt, isOutlierDetector, type NodeDraft, type NodePosition, ROTATIONS, type Rotation } from "./layers.js";
import type { NodeProblems } from "./validate-draft.js";

interface NodeFieldsProps {
  position: NodePosition;
  draft: ModelDraft;
  choices: readonly ColumnOption[];
  /** Number of rows in use. */
  rows: number;
  problems: NodeProblems | undefined;
  /** Whether there are other nodes, so that this one may have its own columns. */
  hasOtherNodes: boolean;
  onChange(node: NodeDraft): void;
}

/** Algorithm of a node, its hyperparameters and the columns that it learns from. */
export function NodeFields({ position, draft, choices, rows, problems, hasOtherNodes, onChange }: NodeFieldsProps) {
  const text = useText(messages);
  const { node } = position;
  const type = modelTypeOf(draft);
  const algorithm = algorithmAt(position, type, rowsAs(draft));
  const learned = selectedFeatures(draft, choices);
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {hasOtherNodes ? (
        <Typography variant="h3" component="h2">
          {text("create.layers.methodOf", { number: position.layer + 1, method: text(`algorithm.${algorithm}`) })}
        </Typography>
      ) : null}
      <Box>
        <AlgorithmFields
          algorithms={algorithmsAt(position, type, rowsAs(draft))}
          algorithm={algorithm}
          values={node.parameters}
          use={{ type, rows }}
          onAlgorithm={(algorithm) => onChange({ ...node, algorithm, parameters: {} })}
          onParameters={(parameters) => onChange({ ...node, parameters })}
        />
      </Box>
      {isOutlierDetector(position, type) ? (
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
      {!isForecaster(algorithm) && (hasOtherNodes || node.columns !== null) ? (
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
              chosen={nodeFeatures(draft, position, choices)}
              goal={draft.goal}
              problem={problems?.columns}
              onChange={(columns) => onChange({ ...node, columns })}
            />
          )}
          {position.layer > 0 && node.columns?.length === 0 ? <FormHelperText>{text("create.layers.outputsAlone")}</FormHelperText> : null}
        </Box>
      ) : null}
    </Box>
  );
}

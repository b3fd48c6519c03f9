import AddIcon from "@mui/icons-material/Add";
import CloseIcon from "@mui/icons-material/Close";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import ResetIcon from "@mui/icons-material/RestartAlt";
import { Box, Button, ButtonBase, IconButton, Tooltip, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { modelTypeOf } from "../training-draft/draft.js";
import { type ModelDraft, rowsAs } from "./draft.js";
import { addNode, algorithmAt, canAddNode, type Layers, type NodePosition, nodePositions, removeNode } from "./layers.js";
import type { LayerActions } from "./use-layer-actions.js";
import type { ModelDraftProblems } from "./validate-draft.js";

interface LayerBoxProps {
  /** Starts at 0. */
  layer: number;
  draft: ModelDraft;
  chosen: string;
  problems: ModelDraftProblems;
  edits: LayerActions;
  onChoose(id: string): void;
  onAdd(layers: Layers): void;
}

/** A layer with its methods, each of which opens its settings, and the layer's actions. */
export function LayerBox({ layer, draft, chosen, problems, edits, onChoose, onAdd }: LayerBoxProps) {
  const text = useText(messages);
  const { layers } = draft;
  const number = layer + 1;
  const name = text("create.layers.layer", { number });
  const places = nodePositions(layers).filter((position) => position.layer === layer);
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ border: 1, borderColor: "divider", borderRadius: 1, p: 1, flexGrow: 1, minWidth: { lg: 150 } }}
    >
      <Box sx={{ display: "flex", alignItems: "center", minHeight: 28 }}>
        <Typography variant="body2" color="text.secondary" sx={{ flexGrow: 1 }}>
          {name}
        </Typography>
        <TooltipIconButton label={text("create.layers.resetLayer", { number })} onClick={() => edits.resetLayer(layer)}>
          <ResetIcon fontSize="inherit" />
        </TooltipIconButton>
        {layers.length > 1 ? (
          <TooltipIconButton label={text("create.layers.removeLayer", { number })} onClick={() => edits.removeLayer(layer)}>
            <DeleteIcon fontSize="inherit" />
          </TooltipIconButton>
        ) : null}
      </Box>
      <Box sx={{ display: "grid", gap: 0.5, mt: 0.5 }}>
        {places.map((position) => (
          <NodeButton
            key={position.node.id}
            position={position}
            draft={draft}
            chosen={position.node.id === chosen}
            invalid={problems.nodes[position.node.id] !== undefined}
            onChoose={() => onChoose(position.node.id)}
            {...(places.length > 1 ? { onRemove: () => edits.setLayers(removeNode(layers, position.node.id)) } : {})}
          />
        ))}
      </Box>
      {canAddNode(layers, layer, modelTypeOf(draft)) ? (
        <Button
          size="small"
          startIcon={<AddIcon />}
          aria-label={text("create.layers.addMethodTo", { number })}
          onClick={() => onAdd(addNode(layers, layer, modelTypeOf(draft)))}
          sx={{ mt: 0.5 }}
        >
          {text("create.layers.addMethod")}
        </Button>
      ) : null}
    </Box>
  );
}

interface NodeButtonProps {
  position: NodePosition;
  draft: ModelDraft;
  chosen: boolean;
  invalid: boolean;
  onChoose(): void;
  onRemove?: () => void;
}

function NodeButton({ position, draft, chosen, invalid, onChoose, onRemove }: NodeButtonProps) {
  const text = useText(messages);
  const method = text(`algorithm.${algorithmAt(position, modelTypeOf(draft), rowsAs(draft))}`);
  const own = position.node.columns;
  return (
    <Box sx={{ display: "flex", alignItems: "center" }}>
      <ButtonBase
        aria-pressed={chosen}
        onClick={onChoose}
        sx={{
          flexGrow: 1,
          display: "block",
          textAlign: "left",
          font: "inherit",
          px: 1,
          py: 0.5,
          border: 1,
          borderRadius: 1,
          borderColor: invalid ? "error.main" : chosen ? "primary.main" : "divider",
          bgcolor: chosen ? "action.selected" : "transparent",
        }}
      >
        <Typography variant="body2" component="span" sx={{ display: "block", fontWeight: chosen ? 600 : 400 }}>
          {method}
        </Typography>
        {own === null && !invalid ? null : (
          <Typography variant="caption" component="span" color={invalid ? "error" : "text.secondary"} sx={{ display: "block" }}>
            {invalid ? text("create.layers.wrong") : text("facts.columnsValue", { count: own?.length ?? 0 })}
          </Typography>
        )}
      </ButtonBase>
      {onRemove ? (
        <TooltipIconButton label={text("create.layers.removeMethod", { method, number: position.layer + 1 })} onClick={onRemove}>
          <CloseIcon fontSize="inherit" />
        </TooltipIconButton>
      ) : null}
    </Box>
  );
}

function TooltipIconButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

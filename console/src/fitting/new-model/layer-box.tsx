import AddIcon from "@mui/icons-material/Add";
import CloseIcon from "@mui/icons-material/Close";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import ResetIcon from "@mui/icons-material/RestartAlt";
import { Box, Button, ButtonBase, IconButton, Tooltip, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type Draft, type DraftProblems, typeOf } from "./draft.js";
import { hasRoom, type Layers, methodAt, type Place, placesOf, withNode, withoutNode } from "./layers.js";
import type { LayerEdits } from "./use-layer-edits.js";

interface LayerBoxProps {
  /** From 0. */
  layer: number;
  draft: Draft;
  chosen: string;
  problems: DraftProblems;
  edits: LayerEdits;
  onChoose(id: string): void;
  onAdd(layers: Layers): void;
}

/** A layer: its methods, each of which opens its settings, and what can be done with the layer. */
export function LayerBox({ layer, draft, chosen, problems, edits, onChoose, onAdd }: LayerBoxProps) {
  const text = useText(messages);
  const { layers } = draft;
  const number = layer + 1;
  const name = text("create.layers.layer", { number });
  const places = placesOf(layers).filter((at) => at.layer === layer);
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
        <Act label={text("create.layers.resetLayer", { number })} onClick={() => edits.resetLayer(layer)}>
          <ResetIcon fontSize="inherit" />
        </Act>
        {layers.length > 1 ? (
          <Act label={text("create.layers.removeLayer", { number })} onClick={() => edits.removeLayer(layer)}>
            <DeleteIcon fontSize="inherit" />
          </Act>
        ) : null}
      </Box>
      <Box sx={{ display: "grid", gap: 0.5, mt: 0.5 }}>
        {places.map((at) => (
          <NodeButton
            key={at.node.id}
            at={at}
            draft={draft}
            chosen={at.node.id === chosen}
            wrong={problems.nodes[at.node.id] !== undefined}
            onChoose={() => onChoose(at.node.id)}
            {...(places.length > 1 ? { onRemove: () => edits.change(withoutNode(layers, at.node.id)) } : {})}
          />
        ))}
      </Box>
      {hasRoom(layers, layer, typeOf(draft)) ? (
        <Button
          size="small"
          startIcon={<AddIcon />}
          aria-label={text("create.layers.addMethodTo", { number })}
          onClick={() => onAdd(withNode(layers, layer))}
          sx={{ mt: 0.5 }}
        >
          {text("create.layers.addMethod")}
        </Button>
      ) : null}
    </Box>
  );
}

interface NodeButtonProps {
  at: Place;
  draft: Draft;
  chosen: boolean;
  wrong: boolean;
  onChoose(): void;
  onRemove?: () => void;
}

function NodeButton({ at, draft, chosen, wrong, onChoose, onRemove }: NodeButtonProps) {
  const text = useText(messages);
  const method = text(`algorithm.${methodAt(at, typeOf(draft))}`);
  const own = at.node.columns;
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
          borderColor: wrong ? "error.main" : chosen ? "primary.main" : "divider",
          bgcolor: chosen ? "action.selected" : "transparent",
        }}
      >
        <Typography variant="body2" component="span" sx={{ display: "block", fontWeight: chosen ? 600 : 400 }}>
          {method}
        </Typography>
        {own === null && !wrong ? null : (
          <Typography variant="caption" component="span" color={wrong ? "error" : "text.secondary"} sx={{ display: "block" }}>
            {wrong ? text("create.layers.wrong") : text("facts.columnsValue", { count: own?.length ?? 0 })}
          </Typography>
        )}
      </ButtonBase>
      {onRemove ? (
        <Act label={text("create.layers.removeMethod", { method, number: at.layer + 1 })} onClick={onRemove}>
          <CloseIcon fontSize="inherit" />
        </Act>
      ) : null}
    </Box>
  );
}

function Act({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

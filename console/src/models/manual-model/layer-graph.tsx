import AddIcon from "@mui/icons-material/Add";
import ArrowIcon from "@mui/icons-material/ArrowForward";
import { Box, Button, FormHelperText, Typography } from "@mui/material";
import { Fragment, type ReactNode } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, columnLabeler } from "../training-draft/column-options.js";
import { modelTypeOf, selectedFeatures } from "../training-draft/draft.js";
import type { ModelDraft } from "./draft.js";
import { LayerBox } from "./layer-box.js";
import { addLayer, isDefaultLayers, type Layers, MAX_LAYERS, nodePositions } from "./layers.js";
import type { LayerActions } from "./use-layer-actions.js";
import type { ModelDraftProblems } from "./validate-draft.js";

interface LayerGraphProps {
  draft: ModelDraft;
  choices: readonly ColumnOption[];
  /** Id of the node whose settings are shown. */
  chosen: string;
  problems: ModelDraftProblems;
  edits: LayerActions;
  onChoose(id: string): void;
}

/** Graph of the model from its columns through one to three layers of methods to its prediction. Edits to the graph edit the model. */
export function LayerGraph({ draft, choices, chosen, problems, edits, onChoose }: LayerGraphProps) {
  const text = useText(messages);
  const { layers } = draft;
  /** A new node is selected because its settings come next. */
  const add = (next: Layers) => {
    const existingIds = nodePositions(layers).map(({ node }) => node.id);
    edits.setLayers(next);
    const added = nodePositions(next).find(({ node }) => !existingIds.includes(node.id));
    if (added) onChoose(added.node.id);
  };
  const answer =
    draft.goal === "predict" && draft.target !== null ? columnLabeler(choices)(draft.target) : text(`type.${modelTypeOf(draft)}`);
  return (
    <Box
      component="section"
      aria-label={text("create.layers.title")}
      sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "baseline", flexWrap: "wrap" }}>
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          {text("create.layers.title")}
        </Typography>
        {isDefaultLayers(layers) ? null : (
          <Button size="small" onClick={edits.resetModel}>
            {text("create.layers.resetModel")}
          </Button>
        )}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {text("create.layers.hint")}
      </Typography>
      <Box sx={{ display: "flex", flexDirection: { xs: "column", lg: "row" }, alignItems: { xs: "stretch", lg: "center" }, gap: 1 }}>
        <GraphEndpoint>{text("facts.columnsValue", { count: selectedFeatures(draft, choices).length })}</GraphEndpoint>
        {layers.map((nodes, layer) => (
          <Fragment key={nodes[0]?.id}>
            <Arrow />
            <LayerBox layer={layer} draft={draft} chosen={chosen} problems={problems} edits={edits} onChoose={onChoose} onAdd={add} />
          </Fragment>
        ))}
        <Arrow />
        {layers.length < MAX_LAYERS ? (
          <>
            <Button
              variant="outlined"
              size="small"
              startIcon={<AddIcon />}
              onClick={() => add(addLayer(layers))}
              sx={{ borderStyle: "dashed" }}
            >
              {text("create.layers.add")}
            </Button>
            <Arrow />
          </>
        ) : null}
        <GraphEndpoint>{answer}</GraphEndpoint>
      </Box>
      {problems.layers ? <FormHelperText error>{text(`create.layers.${problems.layers}`)}</FormHelperText> : null}
    </Box>
  );
}

/** Start or end of the graph. */
function GraphEndpoint({ children }: { children: ReactNode }) {
  return (
    <Typography
      variant="body2"
      sx={{
        px: 1,
        py: 0.5,
        borderRadius: 1,
        bgcolor: "action.hover",
        textAlign: "center",
        flexShrink: 0,
        maxWidth: { lg: 140 },
        overflowWrap: "anywhere",
      }}
    >
      {children}
    </Typography>
  );
}

function Arrow() {
  return (
    <ArrowIcon
      aria-hidden
      fontSize="small"
      sx={{ color: "text.secondary", flexShrink: 0, alignSelf: "center", transform: { xs: "rotate(90deg)", lg: "none" } }}
    />
  );
}

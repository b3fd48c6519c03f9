import type { ModelGraph } from "@agatha/contracts";
import { ROTATION_ALGORITHMS } from "@agatha/contracts/algorithms/algorithm-labels";
import { Box, Typography, useMediaQuery, useTheme } from "@mui/material";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { useModelNames } from "../../model-names/use-model-names.js";
import { messages } from "../messages.js";
import { BOX_HEIGHT, layoutGraph, placeBoxes } from "./layout-graph.js";

/** The model as a graph: from its columns through its layers to what it predicts or finds, in words. */
export function ModelDiagram({ graph, answer }: { graph: ModelGraph; answer: string }) {
  const text = useText(messages);
  const names = useModelNames();
  const joined = useJoinedList();
  const { palette, breakpoints } = useTheme();
  const downwards = useMediaQuery(breakpoints.down("sm"), { noSsr: true });
  const diagram = layoutGraph(graph);
  const { width, size, left, top } = placeBoxes(diagram, downwards);
  const captionOf = ({ kind, labels }: (typeof diagram.nodes)[number]) => {
    if (kind === "column" && labels.length > 1) return text("facts.columnsValue", { count: labels.length });
    if (kind === "answer") return answer;
    if (kind === "rotation") return names.algorithms(labels.map(algorithmOfRotation));
    return kind === "algorithm" ? names.algorithms(labels) : (labels[0] ?? "");
  };
  const summary = joined(diagram.edges.map(({ from, to }) => `${captionOf(from)} → ${captionOf(to)}`));
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {text("structure.graph")}
      </Typography>
      <Box tabIndex={0} role="region" aria-label={text("structure.graph")} sx={{ overflowX: "auto" }}>
        <svg role="img" aria-label={summary} {...size} viewBox={`-1 -1 ${size.width + 2} ${size.height + 2}`}>
          {diagram.edges.map(({ from, to }) => {
            const start = downwards
              ? { x: left(from) + width / 2, y: top(from) + BOX_HEIGHT }
              : { x: left(from) + width, y: top(from) + BOX_HEIGHT / 2 };
            const end = downwards ? { x: left(to) + width / 2, y: top(to) } : { x: left(to), y: top(to) + BOX_HEIGHT / 2 };
            const bend = downwards ? { x: 0, y: (end.y - start.y) / 2 } : { x: (end.x - start.x) / 2, y: 0 };
            return (
              <path
                key={`${from.id} ${to.id}`}
                d={`M${start.x} ${start.y}C${start.x + bend.x} ${start.y + bend.y} ${end.x - bend.x} ${end.y - bend.y} ${end.x} ${end.y}`}
                fill="none"
                stroke={palette.text.secondary}
              />
            );
          })}
          {diagram.nodes.map((node) => (
            <g key={node.id} transform={`translate(${left(node)} ${top(node)})`}>
              <title>{node.kind === "column" ? joined(node.labels) : captionOf(node)}</title>
              <rect
                width={width}
                height={BOX_HEIGHT}
                rx={4}
                fill={palette.background.paper}
                stroke={node.kind === "algorithm" ? palette.primary.main : palette.text.secondary}
                strokeWidth={node.kind === "algorithm" ? 2 : 1}
              />
              <foreignObject width={width} height={BOX_HEIGHT}>
                <Caption>{captionOf(node)}</Caption>
              </foreignObject>
            </g>
          ))}
        </svg>
      </Box>
    </>
  );
}

/** Returns the algorithm by which a rotation is named. */
function algorithmOfRotation(rotation: string): string {
  return (ROTATION_ALGORITHMS as Record<string, string | undefined>)[rotation] ?? rotation;
}

/** A box's text in at most two lines. */
function Caption({ children }: { children: string }) {
  return (
    <Box sx={{ height: BOX_HEIGHT, px: 1, display: "grid", placeItems: "center", textAlign: "center", fontSize: 13, lineHeight: 1.3 }}>
      <Box
        component="span"
        sx={{ display: "-webkit-box", WebkitLineClamp: 2, WebkitBoxOrient: "vertical", overflow: "hidden", overflowWrap: "anywhere" }}
      >
        {children}
      </Box>
    </Box>
  );
}

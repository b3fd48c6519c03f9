import type { ModelGraph } from "@agatha/contracts";
import { Box, Typography, useTheme } from "@mui/material";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { useModelNames } from "../../model-names/use-model-names.js";
import { messages } from "../messages.js";
import { type ModelDiagram as Diagram, layoutGraph } from "./layout-graph.js";

const WIDTH = 168;
const HEIGHT = 44;
const GAP = { x: 48, y: 16 };

type DiagramNode = Diagram["nodes"][number];

/** The model as a graph: from its columns through its layers to what it predicts or finds, in words. */
export function ModelDiagram({ graph, answer }: { graph: ModelGraph; answer: string }) {
  const text = useText(messages);
  const names = useModelNames();
  const joined = useJoinedList();
  const { palette } = useTheme();
  const diagram = layoutGraph(graph);
  const fullHeight = diagram.places * (HEIGHT + GAP.y) - GAP.y;
  const inRank = (rank: number) => diagram.nodes.filter((node) => node.rank === rank).length;
  const left = ({ rank }: DiagramNode) => rank * (WIDTH + GAP.x);
  const top = ({ rank, place }: DiagramNode) => (fullHeight - inRank(rank) * (HEIGHT + GAP.y) + GAP.y) / 2 + place * (HEIGHT + GAP.y);
  const captionOf = ({ kind, labels }: DiagramNode) => {
    if (kind === "column" && labels.length > 1) return text("facts.columnsValue", { count: labels.length });
    if (kind === "answer") return answer;
    return kind === "algorithm" ? names.algorithms(labels) : (labels[0] ?? "");
  };
  const size = { width: diagram.ranks * (WIDTH + GAP.x) - GAP.x, height: fullHeight };
  const summary = joined(diagram.edges.map(({ from, to }) => `${captionOf(from)} → ${captionOf(to)}`));
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {text("structure.graph")}
      </Typography>
      <Box tabIndex={0} role="region" aria-label={text("structure.graph")} sx={{ overflowX: "auto" }}>
        <svg role="img" aria-label={summary} {...size} viewBox={`-1 -1 ${size.width + 2} ${size.height + 2}`}>
          {diagram.edges.map(({ from, to }) => {
            const [x1, y1, x2, y2] = [left(from) + WIDTH, top(from) + HEIGHT / 2, left(to), top(to) + HEIGHT / 2];
            const bend = (x2 - x1) / 2;
            return (
              <path
                key={`${from.id} ${to.id}`}
                d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
                fill="none"
                stroke={palette.text.secondary}
              />
            );
          })}
          {diagram.nodes.map((node) => (
            <g key={node.id} transform={`translate(${left(node)} ${top(node)})`}>
              <title>{node.kind === "column" ? joined(node.labels) : captionOf(node)}</title>
              <rect
                width={WIDTH}
                height={HEIGHT}
                rx={4}
                fill={palette.background.paper}
                stroke={node.kind === "algorithm" ? palette.primary.main : palette.text.secondary}
                strokeWidth={node.kind === "algorithm" ? 2 : 1}
              />
              <foreignObject width={WIDTH} height={HEIGHT}>
                <Caption>{captionOf(node)}</Caption>
              </foreignObject>
            </g>
          ))}
        </svg>
      </Box>
    </>
  );
}

/** A box's text in at most two lines. */
function Caption({ children }: { children: string }) {
  return (
    <Box sx={{ height: HEIGHT, px: 1, display: "grid", placeItems: "center", textAlign: "center", fontSize: 13, lineHeight: 1.3 }}>
      <Box
        component="span"
        sx={{ display: "-webkit-box", WebkitLineClamp: 2, WebkitBoxOrient: "vertical", overflow: "hidden", overflowWrap: "anywhere" }}
      >
        {children}
      </Box>
    </Box>
  );
}

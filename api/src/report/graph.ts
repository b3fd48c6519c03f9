/** Drawing of the model: columns on the left, algorithms layer by layer, the prediction on the right. */
import type { ModelGraph } from "@agatha/contracts";
import { escapeHtml } from "../http/html.js";
import { GRID_COLOR, roundCoordinate, TEXT_COLOR, truncateToWidth } from "./charts/plot.js";

const NODE_BOX = { width: 190, height: 24, right: 90, below: 10 };
const NODE_FILLS: Record<ModelGraph["nodes"][number]["kind"], string> = {
  column: "#eef2f8",
  rotation: "#f3e8ff",
  algorithm: "#dbe7fb",
  answer: "#dcfce7",
};

type Node = ModelGraph["nodes"][number];

/** Returns the drawing as SVG. `label` names it for screen readers. */
export function graphSvg({ nodes, edges }: ModelGraph, label: string): string {
  const layers = [...new Set(nodes.map(({ layer }) => layer))].sort((a, b) => a - b);
  const columns = layers.map((layer) => nodes.filter((node) => node.layer === layer));
  const most = Math.max(1, ...columns.map((column) => column.length));
  const height = most * (NODE_BOX.height + NODE_BOX.below) + NODE_BOX.below;
  const width = columns.length * (NODE_BOX.width + NODE_BOX.right) - NODE_BOX.right + 2;
  const places = new Map<string, { x: number; y: number; node: Node }>();
  columns.forEach((column, c) => {
    const room = height / Math.max(1, column.length);
    column.forEach((node, i) => {
      places.set(node.id, { node, x: 1 + c * (NODE_BOX.width + NODE_BOX.right), y: room * (i + 0.5) });
    });
  });
  const lines = edges.map(({ from, to }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (!a || !b) return "";
    const [left, right] = [a.x + NODE_BOX.width, b.x];
    const middle = (left + right) / 2;
    return `<path d="M${left} ${roundCoordinate(a.y)}C${middle} ${roundCoordinate(a.y)} ${middle} ${roundCoordinate(b.y)} ${right} ${roundCoordinate(b.y)}"/>`;
  });
  return `<svg class="large" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">
<g fill="none" stroke="${GRID_COLOR}">${lines.join("")}</g>
${[...places.values()].map(({ node, x, y }) => nodeSvg(node, x, y)).join("\n")}
</svg>`;
}

function nodeSvg({ kind, label }: Node, x: number, y: number): string {
  const top = y - NODE_BOX.height / 2;
  return `<g><title>${escapeHtml(label)}</title><rect x="${x}" y="${roundCoordinate(top)}" width="${NODE_BOX.width}" height="${NODE_BOX.height}" rx="4" fill="${NODE_FILLS[kind]}" stroke="${TEXT_COLOR}" stroke-opacity="0.35"/>
<text x="${x + NODE_BOX.width / 2}" y="${roundCoordinate(y + 4)}" text-anchor="middle" fill="${TEXT_COLOR}">${escapeHtml(truncateToWidth(label, NODE_BOX.width - 10))}</text></g>`;
}

/** The model as a picture: columns to the left, algorithms layer by layer, the answer to the right. */
import type { ModelGraph } from "@agatha/contracts";
import { escaped } from "../http/html.js";
import { FAINT, fixed, INK, shortened } from "./charts/plot.js";

const BOX = { width: 150, height: 24, right: 90, below: 10 };
const FILLS: Record<ModelGraph["nodes"][number]["kind"], string> = {
  column: "#eef2f8",
  rotation: "#f3e8ff",
  algorithm: "#dbe7fb",
  answer: "#dcfce7",
};

type Node = ModelGraph["nodes"][number];

export function graphPicture({ nodes, edges }: ModelGraph, label: string): string {
  const layers = [...new Set(nodes.map(({ layer }) => layer))].sort((a, b) => a - b);
  const columns = layers.map((layer) => nodes.filter((node) => node.layer === layer));
  const most = Math.max(1, ...columns.map((column) => column.length));
  const height = most * (BOX.height + BOX.below) + BOX.below;
  const width = columns.length * (BOX.width + BOX.right) - BOX.right + 2;
  const places = new Map<string, { x: number; y: number; node: Node }>();
  columns.forEach((column, c) => {
    const room = height / Math.max(1, column.length);
    column.forEach((node, i) => {
      places.set(node.id, { node, x: 1 + c * (BOX.width + BOX.right), y: room * (i + 0.5) });
    });
  });
  const lines = edges.map(({ from, to }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (!a || !b) return "";
    const [left, right] = [a.x + BOX.width, b.x];
    const middle = (left + right) / 2;
    return `<path d="M${left} ${fixed(a.y)}C${middle} ${fixed(a.y)} ${middle} ${fixed(b.y)} ${right} ${fixed(b.y)}"/>`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<g fill="none" stroke="${FAINT}">${lines.join("")}</g>
${[...places.values()].map(({ node, x, y }) => boxOf(node, x, y)).join("\n")}
</svg>`;
}

function boxOf({ kind, label }: Node, x: number, y: number): string {
  const top = y - BOX.height / 2;
  return `<g><title>${escaped(label)}</title><rect x="${x}" y="${fixed(top)}" width="${BOX.width}" height="${BOX.height}" rx="4" fill="${FILLS[kind]}" stroke="${INK}" stroke-opacity="0.35"/>
<text x="${x + BOX.width / 2}" y="${fixed(y + 4)}" text-anchor="middle" fill="${INK}">${escaped(shortened(label, 22))}</text></g>`;
}

/** Heat maps of pairwise values and strip charts of shares along a line. */
import { correlationText } from "@agatha/contracts/ranking/round-metric";
import { escapeHtml } from "../../http/html.js";
import { formatPercent } from "../format.js";
import { COLORS, GRID_COLOR, roundCoordinate, TEXT_COLOR, truncateToWidth } from "./plot.js";

const CELL_SIZE = 30;
const LABEL_MARGIN = { left: 130, top: 96 };

/**
 * Returns a heat map with a square for each pair, from -1 (second colour) over 0 (white) to 1 (first colour). A missing value has
 * no square.
 */
export function heatMap(label: string, names: readonly string[], matrix: readonly (readonly (number | null)[])[]): string {
  // The rotated names extend beyond the last square.
  const [width, height] = [LABEL_MARGIN.left + names.length * CELL_SIZE + 60, LABEL_MARGIN.top + names.length * CELL_SIZE + 2];
  const heads = names.map((name, i) => {
    const [x, y] = [LABEL_MARGIN.left + (i + 0.5) * CELL_SIZE, LABEL_MARGIN.top - 6];
    return `<text transform="translate(${x + 3} ${y}) rotate(-45)" fill="${TEXT_COLOR}"><title>${escapeHtml(name)}</title>${escapeHtml(truncateToWidth(name, LABEL_MARGIN.top - 4))}</text>`;
  });
  const rows = names.map((name, i) => {
    const top = LABEL_MARGIN.top + i * CELL_SIZE;
    const squares = names.map((other, j) =>
      heatMapCell({ pair: `${name} – ${other}`, value: matrix[i]?.[j] ?? null, x: LABEL_MARGIN.left + j * CELL_SIZE, y: top }),
    );
    return `<text x="${LABEL_MARGIN.left - 6}" y="${top + CELL_SIZE / 2 + 4}" text-anchor="end" fill="${TEXT_COLOR}"><title>${escapeHtml(name)}</title>${escapeHtml(truncateToWidth(name, LABEL_MARGIN.left - 8))}</text>${squares.join("")}`;
  });
  return `<svg class="large" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">
${heads.join("\n")}
${rows.join("\n")}
</svg>`;
}

function heatMapCell({ pair, value, x, y }: { pair: string; value: number | null; x: number; y: number }): string {
  const size = CELL_SIZE - 1;
  if (value === null) return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="${GRID_COLOR}"/>`;
  const strength = Math.abs(value);
  const text = correlationText(value).replace(/^(-?)0\./, "$1.");
  return `<g><title>${escapeHtml(`${pair}: ${correlationText(value, 3)}`)}</title><rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${value < 0 ? COLORS[1] : COLORS[0]}" fill-opacity="${roundCoordinate(strength * 10) === "0" ? 0.03 : strength.toFixed(2)}"/><text x="${x + size / 2}" y="${y + size / 2 + 4}" text-anchor="middle" fill="${strength > 0.6 ? "#fff" : TEXT_COLOR}">${text}</text></g>`;
}

const STRIP_LAYOUT = { name: 150, width: 330, height: 20, share: 60 };

interface Strip {
  name: string;
  /** Shares of intervals of equal length. */
  shares: readonly number[];
  total: number;
}

/** Returns a chart with one line for each strip: the larger an interval's share, the darker it is. The total share is at the end. */
export function stripChart(label: string, unit: string, all: readonly Strip[]): string {
  const width = STRIP_LAYOUT.name + STRIP_LAYOUT.width + STRIP_LAYOUT.share;
  const height = all.length * STRIP_LAYOUT.height + 22;
  const lines = all.map(({ name, shares, total }, i) => {
    const top = i * STRIP_LAYOUT.height + 2;
    const binWidth = STRIP_LAYOUT.width / Math.max(1, shares.length);
    const cells = shares.map((share, j) =>
      share === 0
        ? ""
        : `<rect x="${roundCoordinate(STRIP_LAYOUT.name + j * binWidth)}" y="${top}" width="${roundCoordinate(binWidth)}" height="${STRIP_LAYOUT.height - 6}" fill-opacity="${(0.15 + 0.85 * share).toFixed(2)}"/>`,
    );
    const middle = top + STRIP_LAYOUT.height / 2 + 1;
    return `<text x="${STRIP_LAYOUT.name - 6}" y="${middle}" text-anchor="end" fill="${TEXT_COLOR}"><title>${escapeHtml(name)}</title>${escapeHtml(truncateToWidth(name, STRIP_LAYOUT.name - 8))}</text>
<rect x="${STRIP_LAYOUT.name}" y="${top}" width="${STRIP_LAYOUT.width}" height="${STRIP_LAYOUT.height - 6}" fill="#f1f4f9"/><g fill="${COLORS[1]}">${cells.join("")}</g>
<text x="${STRIP_LAYOUT.name + STRIP_LAYOUT.width + 8}" y="${middle}" fill="${TEXT_COLOR}">${escapeHtml(formatPercent(total))}</text>`;
  });
  return `<svg class="large" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">
${lines.join("\n")}
<text x="${STRIP_LAYOUT.name}" y="${height - 6}" fill="${TEXT_COLOR}">${escapeHtml(unit)}</text>
</svg>`;
}

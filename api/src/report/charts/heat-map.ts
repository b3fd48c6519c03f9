/** Values of pairs as coloured squares, and shares along a line. */
import { escaped } from "../../http/html.js";
import { percent } from "../numbers.js";
import { COLORS, FAINT, fitting, fixed, INK } from "./plot.js";

const CELL = 30;
const NAMES = { left: 130, top: 96 };

/** A square a pair, from -1 (second colour) over 0 (white) to 1 (first colour); none where there is no value. */
export function heatMap(label: string, names: readonly string[], matrix: readonly (readonly (number | null)[])[]): string {
  // The rotated names reach beyond the last square.
  const [width, height] = [NAMES.left + names.length * CELL + 60, NAMES.top + names.length * CELL + 2];
  const heads = names.map((name, i) => {
    const [x, y] = [NAMES.left + (i + 0.5) * CELL, NAMES.top - 6];
    return `<text transform="translate(${x + 3} ${y}) rotate(-45)" fill="${INK}"><title>${escaped(name)}</title>${escaped(fitting(name, NAMES.top - 4))}</text>`;
  });
  const rows = names.map((name, i) => {
    const top = NAMES.top + i * CELL;
    const squares = names.map((other, j) =>
      square({ pair: `${name} – ${other}`, value: matrix[i]?.[j] ?? null, x: NAMES.left + j * CELL, y: top }),
    );
    return `<text x="${NAMES.left - 6}" y="${top + CELL / 2 + 4}" text-anchor="end" fill="${INK}"><title>${escaped(name)}</title>${escaped(fitting(name, NAMES.left - 8))}</text>${squares.join("")}`;
  });
  return `<svg class="large" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
${heads.join("\n")}
${rows.join("\n")}
</svg>`;
}

function square({ pair, value, x, y }: { pair: string; value: number | null; x: number; y: number }): string {
  const size = CELL - 1;
  if (value === null) return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="${FAINT}"/>`;
  const strength = Math.abs(value);
  const text = value.toFixed(2).replace(/^(-?)0\./, "$1.");
  return `<g><title>${escaped(`${pair}: ${value.toFixed(3)}`)}</title><rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${value < 0 ? COLORS[1] : COLORS[0]}" fill-opacity="${fixed(strength * 10) === "0" ? 0.03 : strength.toFixed(2)}"/><text x="${x + size / 2}" y="${y + size / 2 + 4}" text-anchor="middle" fill="${strength > 0.6 ? "#fff" : INK}">${text}</text></g>`;
}

const STRIP = { name: 150, width: 330, height: 20, share: 60 };

export interface Strip {
  name: string;
  /** Of stretches of equal length. */
  shares: readonly number[];
  total: number;
}

/** A line each: the darker, the larger the share of that stretch; the share of all of it at the end. */
export function strips(label: string, unit: string, all: readonly Strip[]): string {
  const width = STRIP.name + STRIP.width + STRIP.share;
  const height = all.length * STRIP.height + 22;
  const lines = all.map(({ name, shares, total }, i) => {
    const top = i * STRIP.height + 2;
    const wide = STRIP.width / Math.max(1, shares.length);
    const cells = shares.map((share, j) =>
      share === 0
        ? ""
        : `<rect x="${fixed(STRIP.name + j * wide)}" y="${top}" width="${fixed(wide)}" height="${STRIP.height - 6}" fill-opacity="${(0.15 + 0.85 * share).toFixed(2)}"/>`,
    );
    const middle = top + STRIP.height / 2 + 1;
    return `<text x="${STRIP.name - 6}" y="${middle}" text-anchor="end" fill="${INK}"><title>${escaped(name)}</title>${escaped(fitting(name, STRIP.name - 8))}</text>
<rect x="${STRIP.name}" y="${top}" width="${STRIP.width}" height="${STRIP.height - 6}" fill="#f1f4f9"/><g fill="${COLORS[1]}">${cells.join("")}</g>
<text x="${STRIP.name + STRIP.width + 8}" y="${middle}" fill="${INK}">${escaped(percent(total))}</text>`;
  });
  return `<svg class="large" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
${lines.join("\n")}
<text x="${STRIP.name}" y="${height - 6}" fill="${INK}">${escaped(unit)}</text>
</svg>`;
}

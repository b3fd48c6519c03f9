/** Frame of every chart: two axes with round numbers and titles, and space for marks between them. */
import { escapeHtml } from "../../http/html.js";
import { dateTicks, formatDate, formatTick, ticks } from "../format.js";

export const COLORS = ["#2457a6", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0e7490", "#be123c", "#4d7c0f"];
export const TEXT_COLOR = "#1a1f29";
export const GRID_COLOR = "#d5dbe5";

export interface Axis {
  title: string;
  from: number;
  to: number;
  /** Dates are milliseconds since the epoch. */
  dates?: boolean;
  /** Names instead of numbers, at 0, 1, … */
  names?: readonly string[];
}

export interface Plot {
  /** Right edge of the area between the axes. */
  right: number;
  width: number;
  height: number;
  x(value: number): number;
  y(value: number): number;
}

const DAY_MS = 86_400_000;
const PLOT_SIZE = { width: 440, height: 300 };
/** Space for a legend on the right. */
const LEGEND_WIDTH = 116;
const MARGIN = { left: 64, right: 14, top: 12, bottom: 46 };
/** Largest number of characters of an axis label. */
const MAX_LABEL_LENGTH = 14;

/**
 * Returns a chart. `marks` are drawn over the axes, and next to them if there is a legend. `label` is for people who cannot see the
 * chart.
 */
export function plot(label: string, axes: { x: Axis; y: Axis }, marks: (plot: Plot) => string, legend = false): string {
  const { height } = PLOT_SIZE;
  const right = PLOT_SIZE.width - MARGIN.right;
  const width = PLOT_SIZE.width + (legend ? LEGEND_WIDTH : 0);
  const [x, y] = [padDomain(axes.x), padDomain(axes.y)];
  const place: Plot = {
    right,
    width,
    height,
    x: (value) => MARGIN.left + ((value - x.from) / (x.to - x.from)) * (right - MARGIN.left),
    y: (value) => height - MARGIN.bottom - ((value - y.from) / (y.to - y.from)) * (height - MARGIN.top - MARGIN.bottom),
  };
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">
${xAxis(x, place)}
${yAxis(y, place)}
<g>${marks(place)}</g>
</svg>`;
}

/** Returns the axis with its domain widened if it is a single value. */
function padDomain(axis: Axis): Axis {
  if (axis.to > axis.from) return axis;
  const room = Math.abs(axis.from) / 10 || 1;
  return { ...axis, from: axis.from - room, to: axis.to + room };
}

function xAxis(axis: Axis, { x, height, right }: Plot): string {
  const bottom = height - MARGIN.bottom;
  const marks = axisTicks(axis).map(
    ({ at, text }) => `<path d="M${roundCoordinate(x(at))} ${bottom}v4" stroke="${TEXT_COLOR}"/>
<text x="${roundCoordinate(x(at))}" y="${bottom + 16}" text-anchor="middle" fill="${TEXT_COLOR}">${escapeHtml(text)}</text>`,
  );
  const middle = (MARGIN.left + right) / 2;
  return `<path d="M${MARGIN.left} ${bottom}H${right}" stroke="${TEXT_COLOR}"/>
${marks.join("\n")}
<text x="${middle}" y="${height - 8}" text-anchor="middle" fill="${TEXT_COLOR}">${escapeHtml(truncateToWidth(axis.title, right - MARGIN.left))}</text>`;
}

function yAxis(axis: Axis, { y, right, height }: Plot): string {
  const marks = axisTicks(axis).map(
    ({ at, text }) => `<path d="M${MARGIN.left} ${roundCoordinate(y(at))}H${right}" stroke="${GRID_COLOR}"/>
<text x="${MARGIN.left - 6}" y="${roundCoordinate(y(at) + 4)}" text-anchor="end" fill="${TEXT_COLOR}">${escapeHtml(text)}</text>`,
  );
  const middle = (MARGIN.top + height - MARGIN.bottom) / 2;
  return `${marks.join("\n")}
<text transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle" fill="${TEXT_COLOR}">${escapeHtml(truncateToWidth(axis.title, height - MARGIN.bottom))}</text>`;
}

function axisTicks({ from, to, dates, names }: Axis): { at: number; text: string }[] {
  if (names) return names.map((name, at) => ({ at, text: truncate(name) }));
  if (!dates) return ticks(from, to).map((at) => ({ at, text: formatTick(at) }));
  const all = dateTicks(from, to).filter((_, i, { length }) => i % Math.ceil(length / 4) === 0);
  const short = all.every((at) => at % DAY_MS === 0) ? 10 : 16;
  return all.map((at) => ({ at, text: formatDate(at).slice(0, short) }));
}

/** Returns at most `longest` characters (code points), the last of them an ellipsis if some are left out. */
export function truncate(name: string, longest = MAX_LABEL_LENGTH): string {
  const characters = [...name];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : name;
}

/**
 * Truncates a name to as many characters as fit in about `width` pixels: capitals are wider than small letters, and Chinese and
 * Japanese characters twice as wide.
 */
export function truncateToWidth(name: string, width: number): string {
  const characters = [...name];
  let [used, count] = [0, 0];
  for (const character of characters) {
    used += /[\u1100-\uffdc]/.test(character) || character.length > 1 ? 11.5 : /[\p{Lu}@%mw]/u.test(character) ? 8 : 6.3;
    if (used > width) return `${characters.slice(0, Math.max(1, count - 1)).join("")}…`;
    count++;
  }
  return name;
}

/** Rounds a coordinate to a tenth of a pixel. */
export const roundCoordinate = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);

/** Returns the smallest and the largest value, or 0 and 1 without values. */
export function extent(values: readonly number[]): { from: number; to: number } {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  return from <= to ? { from, to } : { from: 0, to: 1 };
}

import { escapeHtml } from "../../http/html.js";
import { formatNumber } from "../format.js";
import { type Axis, COLORS, extent, type Plot, plot, roundCoordinate, TEXT_COLOR, truncate, truncateToWidth } from "./plot.js";

interface Point {
  x: number;
  y: number;
}

export interface Line {
  name?: string;
  points: readonly Point[];
  dashed?: boolean;
  /** Draws the points without the line. */
  dots?: boolean;
}

interface LabelledAxes {
  x: Omit<Axis, "from" | "to"> & Partial<Pick<Axis, "from" | "to">>;
  y: Omit<Axis, "from" | "to"> & Partial<Pick<Axis, "from" | "to">>;
}

/** Returns a scatter plot with lines for comparison. The axes span both unless they have a domain. */
export function scatter(label: string, axes: LabelledAxes, points: readonly Point[], lines: readonly Line[] = []): string {
  const all = [...points, ...lines.flatMap((line) => line.points)];
  return plot(label, withDomains(axes, all), (place) => {
    const dots = points
      .map(({ x, y }) => `<circle cx="${roundCoordinate(place.x(x))}" cy="${roundCoordinate(place.y(y))}" r="2"/>`)
      .join("");
    return `<g fill="${COLORS[0]}" fill-opacity="0.45">${dots}</g>${lines.map((line) => lineMark(line, TEXT_COLOR, place)).join("")}`;
  });
}

/** Returns a chart of lines in different colours, with a legend if they have names. */
export function lineChart(label: string, axes: LabelledAxes, lines: readonly Line[]): string {
  const spannedAxes = withDomains(
    axes,
    lines.flatMap((line) => line.points),
  );
  const named = lines.some(({ name }) => name !== undefined);
  const marks = (place: Plot): string => lines.map((line, i) => lineMark(line, line.dashed ? TEXT_COLOR : seriesColor(i), place)).join("");
  return plot(label, spannedAxes, (place) => marks(place) + legend(lines, place), named);
}

function withDomains({ x, y }: LabelledAxes, points: readonly Point[]): { x: Axis; y: Axis } {
  return { x: { ...extent(points.map((point) => point.x)), ...x }, y: { ...extent(points.map((point) => point.y)), ...y } };
}

const seriesColor = (index: number): string => COLORS[index % COLORS.length] as string;

function lineMark({ points, dashed = false, dots = false }: Line, color: string, { x, y }: Plot): string {
  if (dots || points.length === 1) {
    return points
      .map((point) => `<circle cx="${roundCoordinate(x(point.x))}" cy="${roundCoordinate(y(point.y))}" r="3.5" fill="${color}"/>`)
      .join("");
  }
  const path = points.map((point, i) => `${i === 0 ? "M" : "L"}${roundCoordinate(x(point.x))} ${roundCoordinate(y(point.y))}`).join("");
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.6"${dashed ? ' stroke-dasharray="5 4"' : ""}/>`;
}

function legend(lines: readonly Line[], { right }: Plot): string {
  return lines
    .map(({ name, dashed }, i) => ({ name, color: dashed ? TEXT_COLOR : seriesColor(i) }))
    .filter(({ name }) => name !== undefined)
    .map(
      ({ name = "", color }, i) =>
        `<path d="M${right + 12} ${20 + 14 * i}h14" stroke="${color}" stroke-width="2"/><text x="${right + 31}" y="${24 + 14 * i}" fill="${TEXT_COLOR}">${escapeHtml(truncate(name))}</text>`,
    )
    .join("");
}

/** Returns a histogram of bins of equal width from `from` to `to`. A line marks a value. */
export function histogram(
  label: string,
  { x: title, y, ...kind }: { x: string; y: string } & Pick<Axis, "dates" | "names">,
  { from, to, counts }: { from: number; to: number; counts: readonly number[] },
  marked?: number,
): string {
  const binWidth = to > from ? (to - from) / counts.length : 1;
  const end = from + binWidth * counts.length;
  const axes = {
    x: { title, ...kind, ...extent([from, end, ...(marked === undefined ? [] : [marked])]) },
    y: { title: y, from: 0, to: Math.max(1, ...counts) },
  };
  return plot(label, axes, ({ x, y }) => {
    const bars = counts.map((count, i) => {
      const left = x(from + i * binWidth);
      return `<rect x="${roundCoordinate(left)}" y="${roundCoordinate(y(count))}" width="${roundCoordinate(Math.max(0.5, x(from + (i + 1) * binWidth) - left - 1))}" height="${roundCoordinate(y(0) - y(count))}"/>`;
    });
    const line =
      marked === undefined
        ? ""
        : `<path d="M${roundCoordinate(x(marked))} ${roundCoordinate(y(0))}V12" stroke="${COLORS[1]}" stroke-width="1.6"/>`;
    return `<g fill="${COLORS[0]}">${bars.join("")}</g>${line}`;
  });
}

interface Bar {
  name: string;
  value: number;
  /** Half the length of the error bar. */
  error?: number;
}

const BAR_LAYOUT = { width: 640, name: 190, value: 70, height: 22 };

/** Returns a chart of horizontal bars with names and values, and the scale below. */
export function barChart(label: string, unit: string, all: readonly Bar[]): string {
  const most = Math.max(1e-12, ...all.map(({ value, error = 0 }) => value + error));
  const room = BAR_LAYOUT.width - BAR_LAYOUT.name - BAR_LAYOUT.value;
  const to = (value: number): number => BAR_LAYOUT.name + (Math.max(0, value) / most) * room;
  const height = all.length * BAR_LAYOUT.height + 26;
  const rows = all.map(({ name, value, error: spread }, i) => {
    const top = i * BAR_LAYOUT.height + 4;
    const middle = top + BAR_LAYOUT.height / 2 - 3;
    const whisker =
      spread === undefined
        ? ""
        : `<path d="M${roundCoordinate(to(value - spread))} ${middle}H${roundCoordinate(to(value + spread))}" stroke="${TEXT_COLOR}"/>`;
    return `<text x="${BAR_LAYOUT.name - 6}" y="${middle + 4}" text-anchor="end" fill="${TEXT_COLOR}"><title>${escapeHtml(name)}</title>${escapeHtml(truncateToWidth(name, BAR_LAYOUT.name - 8))}</text>
<rect x="${BAR_LAYOUT.name}" y="${top}" width="${roundCoordinate(to(value) - BAR_LAYOUT.name)}" height="${BAR_LAYOUT.height - 7}" fill="${COLORS[0]}"/>${whisker}
<text x="${roundCoordinate(to(value + (spread ?? 0)) + 6)}" y="${middle + 4}" fill="${TEXT_COLOR}">${escapeHtml(formatNumber(value))}</text>`;
  });
  return `<svg class="large" viewBox="0 0 ${BAR_LAYOUT.width} ${height}" width="${BAR_LAYOUT.width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">
${rows.join("\n")}
<text x="${BAR_LAYOUT.name}" y="${height - 6}" fill="${TEXT_COLOR}">${escapeHtml(unit)}</text>
</svg>`;
}

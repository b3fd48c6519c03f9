import { escaped } from "../../http/html.js";
import { shown } from "../numbers.js";
import { type Axis, COLORS, fitting, fixed, INK, type Plot, plot, rangeOf, shortened } from "./plot.js";

export interface Point {
  x: number;
  y: number;
}

export interface Line {
  name?: string;
  points: readonly Point[];
  dashed?: boolean;
  /** The points alone, where nothing lies between them. */
  dots?: boolean;
}

export interface LabelledAxes {
  x: Omit<Axis, "from" | "to"> & Partial<Pick<Axis, "from" | "to">>;
  y: Omit<Axis, "from" | "to"> & Partial<Pick<Axis, "from" | "to">>;
}

/** Many points, and lines for comparison. The axes span both unless they say what they span. */
export function scatter(label: string, axes: LabelledAxes, points: readonly Point[], lines: readonly Line[] = []): string {
  const all = [...points, ...lines.flatMap((line) => line.points)];
  return plot(label, spanned(axes, all), (place) => {
    const dots = points.map(({ x, y }) => `<circle cx="${fixed(place.x(x))}" cy="${fixed(place.y(y))}" r="2"/>`).join("");
    return `<g fill="${COLORS[0]}" fill-opacity="0.45">${dots}</g>${lines.map((line) => lineMark(line, INK, place)).join("")}`;
  });
}

/** Lines in colours of their own, with a legend where they have names. */
export function lineChart(label: string, axes: LabelledAxes, lines: readonly Line[]): string {
  const spannedAxes = spanned(
    axes,
    lines.flatMap((line) => line.points),
  );
  const named = lines.some(({ name }) => name !== undefined);
  const marks = (place: Plot): string => lines.map((line, i) => lineMark(line, line.dashed ? INK : colorOf(i), place)).join("");
  return plot(label, spannedAxes, (place) => marks(place) + legend(lines, place), named);
}

function spanned({ x, y }: LabelledAxes, points: readonly Point[]): { x: Axis; y: Axis } {
  return { x: { ...rangeOf(points.map((point) => point.x)), ...x }, y: { ...rangeOf(points.map((point) => point.y)), ...y } };
}

const colorOf = (index: number): string => COLORS[index % COLORS.length] as string;

function lineMark({ points, dashed = false, dots = false }: Line, color: string, { x, y }: Plot): string {
  if (dots || points.length === 1) {
    return points.map((point) => `<circle cx="${fixed(x(point.x))}" cy="${fixed(y(point.y))}" r="3.5" fill="${color}"/>`).join("");
  }
  const path = points.map((point, i) => `${i === 0 ? "M" : "L"}${fixed(x(point.x))} ${fixed(y(point.y))}`).join("");
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.6"${dashed ? ' stroke-dasharray="5 4"' : ""}/>`;
}

function legend(lines: readonly Line[], { right }: Plot): string {
  return lines
    .map(({ name, dashed }, i) => ({ name, color: dashed ? INK : colorOf(i) }))
    .filter(({ name }) => name !== undefined)
    .map(
      ({ name = "", color }, i) =>
        `<path d="M${right + 12} ${20 + 14 * i}h14" stroke="${color}" stroke-width="2"/><text x="${right + 31}" y="${24 + 14 * i}" fill="${INK}">${escaped(shortened(name))}</text>`,
    )
    .join("");
}

/** Columns from the ground up, equally wide from `from` to `to`; a value marked by a line. */
export function histogram(
  label: string,
  { x: title, y, ...kind }: { x: string; y: string } & Pick<Axis, "dates" | "names">,
  { from, to, counts }: { from: number; to: number; counts: readonly number[] },
  marked?: number,
): string {
  const wide = to > from ? (to - from) / counts.length : 1;
  const end = from + wide * counts.length;
  const axes = {
    x: { title, ...kind, ...rangeOf([from, end, ...(marked === undefined ? [] : [marked])]) },
    y: { title: y, from: 0, to: Math.max(1, ...counts) },
  };
  return plot(label, axes, ({ x, y }) => {
    const bars = counts.map((count, i) => {
      const left = x(from + i * wide);
      return `<rect x="${fixed(left)}" y="${fixed(y(count))}" width="${fixed(Math.max(0.5, x(from + (i + 1) * wide) - left - 1))}" height="${fixed(y(0) - y(count))}"/>`;
    });
    const line = marked === undefined ? "" : `<path d="M${fixed(x(marked))} ${fixed(y(0))}V12" stroke="${COLORS[1]}" stroke-width="1.6"/>`;
    return `<g fill="${COLORS[0]}">${bars.join("")}</g>${line}`;
  });
}

export interface Bar {
  name: string;
  value: number;
  /** Half the length of a line at its end. */
  spread?: number;
}

const BAR = { width: 640, name: 190, value: 70, height: 22 };

/** Bars to the right with their names and values, the scale below. */
export function bars(label: string, unit: string, all: readonly Bar[]): string {
  const most = Math.max(1e-12, ...all.map(({ value, spread = 0 }) => value + spread));
  const room = BAR.width - BAR.name - BAR.value;
  const to = (value: number): number => BAR.name + (Math.max(0, value) / most) * room;
  const height = all.length * BAR.height + 26;
  const rows = all.map(({ name, value, spread }, i) => {
    const top = i * BAR.height + 4;
    const middle = top + BAR.height / 2 - 3;
    const whisker =
      spread === undefined ? "" : `<path d="M${fixed(to(value - spread))} ${middle}H${fixed(to(value + spread))}" stroke="${INK}"/>`;
    return `<text x="${BAR.name - 6}" y="${middle + 4}" text-anchor="end" fill="${INK}"><title>${escaped(name)}</title>${escaped(fitting(name, BAR.name - 8))}</text>
<rect x="${BAR.name}" y="${top}" width="${fixed(to(value) - BAR.name)}" height="${BAR.height - 7}" fill="${COLORS[0]}"/>${whisker}
<text x="${fixed(to(value + (spread ?? 0)) + 6)}" y="${middle + 4}" fill="${INK}">${escaped(shown(value))}</text>`;
  });
  return `<svg class="large" viewBox="0 0 ${BAR.width} ${height}" width="${BAR.width}" height="${height}" role="img" aria-label="${escaped(label)}">
${rows.join("\n")}
<text x="${BAR.name}" y="${height - 6}" fill="${INK}">${escaped(unit)}</text>
</svg>`;
}

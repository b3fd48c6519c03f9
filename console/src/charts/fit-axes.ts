import type { EChartsCoreOption } from "echarts/core";

/** Axes, and the pixels that a name leaves free: it is centred on the plot, which the other axis' labels push aside. */
const AXES = [
  { axis: "xAxis", side: "width", free: 64 },
  { axis: "yAxis", side: "height", free: 72 },
] as const;

interface Axis {
  name?: string;
  type?: string;
  splitNumber?: number;
  max?: unknown;
  /** If true, the axis need not include zero. */
  scale?: boolean;
}

/**
 * Returns the option with axes that fit the chart's size in pixels: names that end in an ellipsis, and as many labels as have room.
 * Labels in the cells of a heat map fit too.
 */
export function fitAxes(option: EChartsCoreOption, size: { width: number; height: number }): EChartsCoreOption {
  const fitted = { ...option };
  for (const { axis, side, free } of AXES) {
    const fit = (one: Axis) => ({
      ...one,
      // Shares from 0 to 1 have short labels.
      ...(axis === "xAxis" &&
        one.type !== "category" &&
        one.max === undefined && { splitNumber: labelsAcross(one, option.series, size.width) }),
      ...truncatedName(one.name, size[side] - free),
    });
    const given = option[axis] as Axis | Axis[] | undefined;
    if (given !== undefined) fitted[axis] = Array.isArray(given) ? given.map(fit) : fit(given);
  }
  return { ...fitted, ...fitNameBeside(option), ...fitCells(fitted, size.width), ...fitParallelAxes(option, size.width) };
}

interface Beside {
  name?: string;
  nameGap?: number;
}

/**
 * The name of the vertical axis stands `nameGap` beside the plot, which the labels of the axis push aside. With labels of one digit
 * there is less than a line between the plot and the edge, unless the plot begins as far from the edge as the name from the plot.
 */
function fitNameBeside({ grid, yAxis }: EChartsCoreOption): EChartsCoreOption {
  const place = grid as { left?: number; containLabel?: boolean } | undefined;
  const { name, nameGap = 0 } = (yAxis ?? {}) as Beside;
  if (!place?.containLabel || !name) return {};
  return { grid: { ...place, left: Math.max(place.left ?? 0, nameGap) } };
}

/** What ECharts tells of the name or the label of an axis below the pointer. */
interface BelowPointer {
  name: string;
  /** Of a label alone. */
  isTruncated?(): boolean;
}

/** A name that ends in an ellipsis is read whole in a tooltip, at the labels of its axis too. A truncated label has its own. */
function truncatedName(axis: string | undefined, maxWidth: number) {
  const formatter = ({ name, isTruncated }: BelowPointer) => (isTruncated?.() === false && axis ? axis : name);
  return { nameTruncate: { maxWidth, ellipsis: "…" }, tooltip: { show: true, formatter } };
}

/** Width that most names of parallel axes have room in, the gap between two names, and the height of a line of them. */
const PARALLEL_NAME = { width: 110, gap: 10, height: 18 };

interface ParallelPlace {
  layout?: string;
  left?: number;
  right?: number;
  top?: number;
  parallelAxisDefault?: { nameGap?: number };
}

/** Names of axes beside each other stand in two lines by turns where one line is too narrow for them. */
function fitParallelAxes({ parallel, parallelAxis }: EChartsCoreOption, width: number): EChartsCoreOption {
  const place = parallel as ParallelPlace | undefined;
  if (place === undefined || !Array.isArray(parallelAxis) || parallelAxis.length < 2 || place.layout === "vertical") return {};
  const { left = 0, right = 0, top = 0, parallelAxisDefault } = place;
  const room = (width - left - right) / (parallelAxis.length - 1);
  const lines = room - PARALLEL_NAME.gap < PARALLEL_NAME.width ? 2 : 1;
  const most = Math.floor(lines * room) - PARALLEL_NAME.gap;
  // Names are centred above their axes: the first and the last reach to the edges.
  const maxWidth = (i: number) => Math.min(most, 2 * (i === 0 ? left : most), 2 * (i === parallelAxis.length - 1 ? right : most));
  return {
    parallel: { ...place, top: top + (lines - 1) * PARALLEL_NAME.height },
    parallelAxis: parallelAxis.map((axis: { name?: string; nameGap?: number }, i) => ({
      ...axis,
      nameGap: (axis.nameGap ?? parallelAxisDefault?.nameGap ?? 15) + (i % lines) * PARALLEL_NAME.height,
      ...truncatedName(axis.name, maxWidth(i)),
    })),
  };
}

/** Largest width of the labels of the vertical axis beside the cells of a heat map, on a phone and elsewhere, and the room around. */
const NAMES_WIDTH = { phone: 72, other: 110 };
const PHONE_WIDTH = 480;
const AROUND_CELLS = 36;
/** Width of a label such as -0.39 with the gap to the next one, in a font of one pixel. */
const LABEL_WIDTH = 3;

/**
 * Labels in the cells of a heat map have the font that their cells have room for. There are none if it is too small to read. On a
 * phone the cells take room from the names beside them.
 */
function fitCells({ series, xAxis, yAxis }: EChartsCoreOption, width: number): EChartsCoreOption {
  if (!Array.isArray(series) || !series.some(({ type }) => type === "heatmap")) return {};
  const columns = (xAxis as { data: readonly unknown[] }).data.length;
  const names = width < PHONE_WIDTH ? NAMES_WIDTH.phone : NAMES_WIDTH.other;
  const fontSize = Math.min(12, Math.floor((width - names - AROUND_CELLS) / columns / LABEL_WIDTH));
  const beside = yAxis as { axisLabel?: object };
  return {
    yAxis: { ...beside, axisLabel: { ...beside?.axisLabel, width: names } },
    series: series.map((one) => ({ ...one, label: { ...one.label, ...(fontSize < 9 ? { show: false } : { fontSize }) } })),
  };
}

/** Room for the other axis beside the plot, and the width of a digit of a label with the gap that follows the label. */
const BESIDE_PLOT = 148;
const DIGIT_WIDTH = 7;
const LABEL_GAP = 8;

/** ECharts hides labels that overlap, whichever they are: what remains is spaced unevenly. */
function labelsAcross({ type, scale, splitNumber = type === "time" ? 8 : 5 }: Axis, series: unknown, width: number): number {
  const most = Math.min(splitNumber, Math.max(2, Math.floor(width / 100)));
  const extent = type === "time" ? null : extentAcross(series, scale ?? false);
  if (extent === null) return most;
  let split = most;
  while (split > 1 && labelsWidth(extent, split) > width - BESIDE_PLOT) split--;
  return split;
}

type Extent = readonly [least: number, most: number];

/** Range of the first coordinates of all series; null where a series has no coordinates. */
function extentAcross(series: unknown, scale: boolean): Extent | null {
  if (!Array.isArray(series)) return null;
  let [least, most] = scale ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [0, 0];
  for (const { data = [] } of series as { data?: readonly unknown[] }[]) {
    for (const point of data) {
      const x = Array.isArray(point) ? point[0] : null;
      if (typeof x !== "number") return null;
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
  }
  return least < most ? [least, most] : null;
}

/** Width of all labels but one, as ECharts chooses them: multiples of 1, 2, 3 or 5 times a power of ten, just beyond the range. */
function labelsWidth([least, most]: Extent, split: number): number {
  const wanted = (most - least) / split;
  const power = Math.floor(Math.log10(wanted));
  const leading = wanted / 10 ** power;
  const step = (leading < 1.5 ? 1 : leading < 2.5 ? 2 : leading < 4 ? 3 : leading < 7 ? 5 : 10) * 10 ** power;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const digits = Math.min(20, Math.max(0, -power));
  const lengthOf = (value: number) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).length;
  return (last - first) * (Math.max(lengthOf(first * step), lengthOf(last * step)) * DIGIT_WIDTH + LABEL_GAP);
}

import {
  type ClassCurve,
  type ConfidenceInterval,
  CURVE_KINDS,
  type CurveKind,
  type CurvePoint,
  calibrationOfClass,
  chanceLine,
  curvePoints,
  type DrawnUnits,
  type ModelInfo,
  shareOfClass,
} from "@agatha/contracts";
import { Box, MenuItem, TextField } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, baseOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { knownWithInterval, withInterval } from "../metrics/format-metric.js";

type Result = NonNullable<ModelInfo["classification"]>;

interface Line {
  name: string;
  points: readonly CurvePoint[];
  /** Number of rows that each point stands for. */
  rows?: readonly number[];
  marked?: boolean;
}

interface LinesChartProps {
  title: string;
  summary: string;
  axes: { x: string; y: string; yMax?: number };
  lines: readonly Line[];
  /** Name of the rows that points stand for. */
  rowsName?: string;
  /** Dashed, for comparison. */
  reference: { name: string; points: readonly CurvePoint[] };
  note: string;
}

function LinesChart({ title, summary, axes: { x, y, yMax }, lines, rowsName, reference, note }: LinesChartProps) {
  const format = useFormat();
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 40, bottom: 32, containLabel: true },
      legend: { ...baseOption(chartTheme).legend, type: "scroll" },
      tooltip: { trigger: "item" },
      xAxis: { ...axisOption(chartTheme, "x", { name: x }), min: 0, max: 1 },
      yAxis: { ...axisOption(chartTheme, "y", { name: y }), min: 0, max: yMax },
      series: [
        ...lines.map(({ name, points, rows, marked }) => ({
          type: "line",
          name,
          symbol: marked ? "circle" : "none",
          // ECharts leaves a line for the name of a mark above the values that have names of their own.
          data: rows ? points.map((point, i) => ({ name: `${rowsName}: ${format.number(rows[i] ?? 0)}`, value: point })) : points,
          ...(rows && { dimensions: [x, y], encode: { x: 0, y: 1, tooltip: [0, 1] } }),
        })),
        {
          type: "line",
          name: reference.name,
          symbol: "none",
          lineStyle: { color: chartTheme.textSecondary, type: "dashed", width: 1 },
          itemStyle: { color: chartTheme.textSecondary },
          data: reference.points,
        },
      ],
    }),
    [x, y, yMax, lines, rowsName, reference, format],
  );
  const rows = lines.flatMap(({ name, points, rows: counts }) =>
    points.map((point, i) => [name, ...point, ...(counts ? [counts[i] ?? 0] : [])]),
  );
  const columns = ["", x, y, ...(rowsName === undefined ? [] : [rowsName])];
  return <Chart title={title} summary={summary} option={option} height={300} table={{ columns, rows }} note={note} />;
}

interface ClassFieldProps {
  id: string;
  labels: readonly string[];
  value: string;
  onChange(label: string): void;
}

/** The class whose curve is shown; absent where there is no choice. */
function ClassField({ id, labels, value, onChange }: ClassFieldProps) {
  const text = useText(messages);
  if (labels.length < 2) return null;
  return (
    <TextField
      select
      id={id}
      label={text("curves.class")}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ minWidth: 160 }}
    >
      {labels.map((label) => (
        <MenuItem key={label} value={label}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** ROC, precision-recall, gain and lift curves of a class, with the areas below them. */
export function ClassCurves({ result, curves }: { result: Result; curves: readonly ClassCurve[] }) {
  const text = useText(messages);
  const format = useFormat();
  const [kind, setKind] = useState<CurveKind>("roc");
  const [label, setLabel] = useState(curves[0]?.label ?? "");
  const curve = curves.find((one) => one.label === label);
  const { lines, reference } = useMemo(() => {
    const share = shareOfClass(result, label);
    return {
      lines: [{ name: label, points: curve ? curvePoints(kind, curve, share) : [] }],
      reference: { name: text("curves.chance"), points: chanceLine(kind, share) },
    };
  }, [result, curve, kind, label, text]);
  const intervals = result.class_intervals?.[result.labels.indexOf(label)];
  const areas = text("curves.areas", {
    auc: knownWithInterval((area) => format.number(area, 3), curve?.auc, intervals?.auc),
    ap: knownWithInterval((area) => format.number(area, 3), curve?.average_precision, intervals?.average_precision),
  });
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", gap: 1.5, flexWrap: "wrap" }}>
        <TextField
          select
          id="curve-kind"
          label={text("curves.kind")}
          value={kind}
          onChange={({ target }) => setKind(target.value as CurveKind)}
          sx={{ minWidth: 200 }}
        >
          {CURVE_KINDS.map((one) => (
            <MenuItem key={one} value={one}>
              {text(`curves.${one}.name`)}
            </MenuItem>
          ))}
        </TextField>
        <ClassField id="curve-class" labels={curves.map((one) => one.label)} value={label} onChange={setLabel} />
      </Box>
      <LinesChart
        title={text("curves.title", { kind: text(`curves.${kind}.name`), label })}
        summary={areas}
        axes={{ x: text(`curves.${kind}.x`), y: text(`curves.${kind}.y`), yMax: kind === "lift" ? undefined : 1 }}
        lines={lines}
        reference={reference}
        note={joinSentences(areas, text(`curves.${kind}.hint`))}
      />
    </Box>
  );
}

interface CalibrationCurveProps {
  /** The one to show first is first. */
  labels: readonly string[];
  calibration: NonNullable<Result["calibration"]>;
  intervals: Result["calibration_intervals"];
  units: DrawnUnits;
}

/** Observed against predicted probability on held-out rows, before and after calibration, with the calibration errors. */
export function CalibrationCurve({ labels, calibration, intervals = {}, units }: CalibrationCurveProps) {
  const text = useText(messages);
  const format = useFormat();
  const [label, setLabel] = useState(labels[0] ?? null);
  const shown = useMemo(() => calibrationOfClass(calibration, label), [calibration, label]);
  const { bins_of, bins_before, bins_after, method, before, after } = shown;
  const { lines, reference } = useMemo(() => {
    const told = (bins: typeof bins_before) =>
      bins.flatMap(({ predicted, actual, rows }) =>
        predicted === null || actual === null ? [] : [{ at: [predicted, actual] as CurvePoint, rows }],
      );
    const lineOf = (name: string, bins: typeof bins_before): Line => ({
      name,
      points: told(bins).map(({ at }) => at),
      rows: told(bins).map(({ rows }) => rows),
      marked: true,
    });
    const learned = lineOf(text("curves.calibration.before"), bins_before);
    const calibrated = lineOf(text("curves.calibration.after"), bins_after);
    return {
      lines: method === "none" ? [learned] : [learned, calibrated],
      reference: { name: text("curves.calibration.perfect"), points: chanceLine("roc", 0) },
    };
  }, [bins_before, bins_after, method, text]);
  const errorOf = (value: number, interval: ConfidenceInterval | undefined) =>
    withInterval((limit) => format.number(limit, 2), value, interval);
  const errors = { before: errorOf(before.ece, intervals.before), after: errorOf(after.ece, intervals.after) };
  const drawn = intervals.before && text("figures.intervals", { units: text(`figures.units.${units}`) });
  const error = joinSentences(text("curves.calibration.error", errors), drawn);
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {bins_of === null ? null : (
        <Box>
          <ClassField id="calibration-class" labels={labels} value={bins_of} onChange={setLabel} />
        </Box>
      )}
      <LinesChart
        title={text("curves.calibration.title")}
        summary={error}
        axes={{
          x: bins_of === null ? text("curves.calibration.x") : text("curves.calibration.xOf", { label: bins_of }),
          y: text("curves.calibration.y"),
          yMax: 1,
        }}
        lines={lines}
        rowsName={text("curves.calibration.rows")}
        reference={reference}
        note={error}
      />
    </Box>
  );
}

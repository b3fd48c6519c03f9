import { useTheme } from "@mui/material";
import type { Curve } from "./curve.js";

interface CurveShapeProps {
  curve: Curve;
  range: readonly [number, number];
  scale: readonly [number, number];
  current: number | null;
  /** Description in one sentence. */
  label: string;
}

/** Side of the square in which the curve is drawn before it is stretched. */
const SIDE = 100;
/** Width of a bar as a share of its place. */
const BAR = 0.7;

/** Line with the band of its interval, or bars for levels, and a dashed line at the current answer. */
export function CurveShape({ curve, range, scale, current, label }: CurveShapeProps) {
  const { palette } = useTheme();
  const x = (value: number) => (SIDE * (value - range[0])) / (range[1] - range[0]);
  const y = (value: number) => SIDE - (SIDE * (Math.min(scale[1], Math.max(scale[0], value)) - scale[0])) / (scale[1] - scale[0]);
  const isText = typeof curve.grid[0] === "string";
  const points = curve.grid.flatMap((at, i) => {
    const value = curve.values[i] ?? null;
    return value === null ? [] : [{ x: x(typeof at === "number" ? at : i), value, interval: curve.intervals?.[i] ?? null }];
  });
  const line = points.map((point) => `${point.x},${y(point.value)}`).join(" ");
  const band = [...points, ...[...points].reverse()].map(({ x: at, value, interval }, i) => {
    const edge = i < points.length ? interval?.upper : interval?.lower;
    return `${at},${y(edge ?? value)}`;
  });
  const zero = y(0);
  const width = (BAR * SIDE) / Math.max(1, curve.grid.length);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      style={{ position: "absolute", inset: 0, overflow: "visible" }}
    >
      {isText ? (
        points.map(({ x: at, value, interval }) => (
          <g key={at}>
            <rect
              x={at - width / 2}
              width={width}
              y={Math.min(y(value), zero)}
              height={Math.abs(zero - y(value))}
              fill={palette.data.predicted}
              opacity={0.6}
            />
            {/* The lowest answer of the scale has a bar without height. */}
            <line
              x1={at - width / 2}
              x2={at + width / 2}
              y1={y(value)}
              y2={y(value)}
              stroke={palette.data.predicted}
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
            />
            {interval ? (
              <line
                x1={at}
                x2={at}
                y1={y(interval.lower)}
                y2={y(interval.upper)}
                stroke={palette.text.primary}
                vectorEffect="non-scaling-stroke"
              />
            ) : null}
          </g>
        ))
      ) : (
        <>
          {curve.intervals ? <polygon points={band.join(" ")} fill={palette.data.predicted} opacity={0.2} /> : null}
          <polyline points={line} fill="none" stroke={palette.data.predicted} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </>
      )}
      {current === null ? null : (
        <line
          x1={0}
          x2={SIDE}
          y1={y(current)}
          y2={y(current)}
          stroke={palette.text.secondary}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

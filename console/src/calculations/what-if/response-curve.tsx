import type { ModelInput } from "@agatha/contracts";
import { Box, Slider, Typography } from "@mui/material";
import { formatTime } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type Curve, curveRange, positionOf, valueAt } from "./curve.js";
import { CurveShape } from "./curve-shape.js";
import { sliderStep } from "./inputs.js";

export interface ShownCurve {
  curve: Curve;
  /** Smallest and largest answer of all curves. */
  scale: readonly [number, number];
  /** The answer for the values that are entered. */
  current: number | null;
}

interface ResponseCurveProps extends ShownCurve {
  input: ModelInput;
  /** The input in words. */
  label: string;
  value: string;
  onChange(value: string): void;
}

export const CURVE_HEIGHT = 72;

/** The answer over the range of one input. It is a slider: a click or the arrow keys set the input. */
export function ResponseCurve({ input, label, curve, scale, current, value, onChange }: ResponseCurveProps) {
  const text = useText(messages);
  const format = useFormat();
  const range = curveRange(input, curve);
  const numbers = curve.values.filter((one) => one !== null);
  if (range === null || numbers.length === 0) return null;
  const [low, high] = range;
  const position = positionOf(input, curve, value);
  const words = (at: number) => {
    if (input.type === "s") return String(curve.grid[at] ?? "");
    return input.type === "d" ? formatTime(new Date(at).toISOString()) : format.number(at);
  };
  const answers = { low: format.number(Math.min(...numbers), 3), high: format.number(Math.max(...numbers), 3) };
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <Typography
        variant="caption"
        color="text.secondary"
        aria-hidden
        sx={{
          display: "flex",
          flexDirection: "column",
          justifyContent: "space-between",
          alignItems: "flex-end",
          width: 48,
          height: CURVE_HEIGHT,
          lineHeight: 1,
        }}
      >
        <span>{format.number(scale[1], 3)}</span>
        <span>{format.number(scale[0], 3)}</span>
      </Typography>
      <Box
        sx={{
          position: "relative",
          flexGrow: 1,
          minWidth: 0,
          height: CURVE_HEIGHT,
          borderLeft: 1,
          borderBottom: 1,
          borderColor: "divider",
        }}
      >
        <CurveShape
          curve={curve}
          range={range}
          scale={scale}
          current={current}
          label={text("whatIf.curve", { column: label, ...answers })}
        />
        <Slider
          aria-label={label}
          value={position ?? Math.ceil(low)}
          min={low}
          max={high}
          {...(input.type === "s" ? { step: null, marks: curve.grid.map((_, at) => ({ value: at })) } : { step: sliderStep(input) })}
          track={false}
          valueLabelDisplay="auto"
          valueLabelFormat={words}
          getAriaValueText={words}
          onChange={(_event, moved) => onChange(valueAt(input, curve, Array.isArray(moved) ? (moved[0] ?? low) : moved))}
          sx={SLIDER}
          slotProps={{ thumb: { style: { opacity: position === null ? 0.3 : 1 } } }}
        />
      </Box>
    </Box>
  );
}

/** Covers the curve with the slider, whose thumb is a line through the whole height. */
const SLIDER = {
  position: "absolute",
  inset: 0,
  p: "0 !important",
  height: "100%",
  "& .MuiSlider-rail, & .MuiSlider-mark": { display: "none" },
  "& .MuiSlider-thumb": {
    width: 3,
    height: "100%",
    borderRadius: 0,
    bgcolor: "primary.main",
    "&::before": { boxShadow: "none" },
    "&::after": { width: 24, height: "100%" },
  },
} as const;

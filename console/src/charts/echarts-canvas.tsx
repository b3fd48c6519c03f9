import { Box } from "@mui/material";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { loadChunk } from "../routing/load-chunk.js";
import { fitAxes } from "./fit-axes.js";

interface EChartsCanvasProps {
  option: EChartsCoreOption;
  height: number;
  /** Description of the chart in one sentence. */
  summary: string;
  /** Called with the data of a mark that is clicked. */
  onMark?: ((data: unknown) => void) | undefined;
  /** Called with the ranges of a rectangle that is drawn on the axes, or with null when it is removed. Without it none is drawn. */
  onArea?: ((area: ChartArea | null) => void) | undefined;
  /** Called with the range that is dragged along an axis of parallel coordinates, or with null for a click on it. */
  onAxis?: ((axis: string, range: AxisRange | null) => void) | undefined;
  /** Reference to the chart for image downloads. */
  chart: RefObject<EChartsType | null>;
}

export type AxisRange = readonly [number, number];

export interface ChartArea {
  x: AxisRange;
  y: AxisRange;
}

const RECTANGLE = { type: "takeGlobalCursor", key: "brush", brushOption: { brushType: "rect", brushMode: "single" } };

/** Renders an ECharts chart and follows the size of its container. ECharts is loaded with the first chart. */
export function EChartsCanvas({ option, height, summary, onMark, onArea, onAxis, chart }: EChartsCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the library again
  useEffect(() => {
    let gone = false;
    const sizes = new ResizeObserver(() => chart.current?.resize());
    loadChunk(() => import("./echarts.js")).then(
      ({ init }) => {
        if (gone || !place.current) return;
        chart.current = init(place.current);
        sizes.observe(place.current);
        setState("ready");
      },
      () => setState("failed"),
    );
    return () => {
      gone = true;
      sizes.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, [chart, attempt]);

  const selects = onArea !== undefined;
  useEffect(() => {
    if (state !== "ready") return;
    const size = { width: chart.current?.getWidth() ?? 0, height: chart.current?.getHeight() ?? 0 };
    chart.current?.setOption(fitAxes(option, size), { notMerge: true });
    if (selects) chart.current?.dispatchAction(RECTANGLE);
  }, [state, option, chart, selects]);

  useEffect(() => {
    const current = chart.current;
    if (state !== "ready" || !current) return undefined;
    const mark = ({ data }: { data?: unknown }) => onMark?.(data);
    const area = (event: unknown) => onArea?.(areaOf(event));
    const axis = (event: unknown) => {
      const { parallelAxisId, intervals } = event as { parallelAxisId: string; intervals: AxisRange[] };
      onAxis?.(parallelAxisId, intervals[0] ?? null);
    };
    current.on("click", mark);
    current.on("brushEnd", area);
    current.on("axisareaselected", axis);
    return () => {
      current.off("click", mark);
      current.off("brushEnd", area);
      current.off("axisareaselected", axis);
    };
  }, [state, chart, onMark, onArea, onAxis]);

  const again = () => {
    setState("loading");
    setAttempt(attempt + 1);
  };
  return (
    <Box sx={{ position: "relative", height }}>
      {state === "loading" ? <Loading rows={1} height={height - 32} /> : null}
      {state === "failed" ? <Failure error={null} onRetry={again} /> : null}
      <Box ref={place} role="img" aria-label={summary} sx={{ position: "absolute", inset: 0 }} />
    </Box>
  );
}

/** The rectangle of ECharts' event `brushEnd`, in the units of the axes. */
function areaOf(event: unknown): ChartArea | null {
  const { areas } = event as { areas?: { coordRange?: [[number, number], [number, number]] }[] };
  const range = areas?.[0]?.coordRange;
  return range ? { x: range[0], y: range[1] } : null;
}

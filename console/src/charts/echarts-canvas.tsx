import { Box } from "@mui/material";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { loadChunk } from "../routing/load-chunk.js";

interface EChartsCanvasProps {
  option: EChartsCoreOption;
  height: number;
  /** Description of the chart in one sentence. */
  summary: string;
  /** Reference to the chart for image downloads. */
  chart: RefObject<EChartsType | null>;
}

/** Renders an ECharts chart and follows the size of its container. ECharts is loaded with the first chart. */
export function EChartsCanvas({ option, height, summary, chart }: EChartsCanvasProps) {
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

  useEffect(() => {
    if (state === "ready") chart.current?.setOption(option, { notMerge: true });
  }, [state, option, chart]);

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

import type { ColumnStats } from "@agatha/contracts";
import { memo } from "react";

/** Bars of a column's distribution: bins of numbers and times, or the most frequent texts. The statistics are shown beside it. */
export const DistributionSparkline = memo(function Distribution({ stats, height }: { stats: ColumnStats; height: number }) {
  const counts = stats.histogram.length > 0 ? stats.histogram : stats.top.slice(0, 24).map(({ count }) => count);
  const largest = Math.max(1, ...counts);
  const width = counts.length > 0 ? 100 / counts.length : 0;
  return (
    <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" style={{ display: "block" }} aria-hidden>
      {counts.map((count, bin) => {
        const tall = count === 0 ? 0 : Math.max(1, (count / largest) * height);
        // biome-ignore lint/suspicious/noArrayIndexKey: a bin is identified by its position
        return <rect key={bin} x={bin * width} y={height - tall} width={width * 0.86} height={tall} fill="currentColor" />;
      })}
    </svg>
  );
});

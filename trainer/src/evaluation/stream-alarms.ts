/**
 * Alarms of rows that come one after another: LORD++ with a decaying memory (Ramdas, Yang, Wainwright and Jordan 2017, "Online
 * control of the false discovery rate with decaying memory"; for streams of rare anomalies Rebjock, Kurt, Januschowski and Callot
 * 2021, "Online false discovery rate control for anomaly detection in time series"). Row i counts δ^(t − i) at row t, where
 * δ = 1 − 1/memory. In these counts, the levels of the rows so far add up to at most `fdr` · (alarms + 1). So the expected number of
 * false alarms is at most `fdr` times the expected number of alarms and one more. The level without recent alarms is fdr/memory;
 * without the decay it would fall to 0. Each alarm adds its share to the next rows' levels in a geometric series, so one number
 * contains all that matters of the past.
 */
export interface StreamBudget {
  /** Largest share of false alarms among alarms. */
  fdr: number;
  /** Rows that the promise looks back on, about. */
  memory: number;
}

/** Most rows that a stream remembers: fewer false alarms go with a longer memory, and fewer alarms. */
const MOST_ROWS = 100;
/** Ratio of an alarm's shares for a row and for the one before it. */
const SHARE_RATIO = 0.9;
/** Largest weight of the alarms of a stream. */
export const MAX_ALARM_WEIGHT = SHARE_RATIO / (1 - SHARE_RATIO);

/** Returns the budget of a stream. Its memory is short enough for a row with the least p-value to raise an alarm at any time. */
export function streamBudget(fdr: number, leastPValue: number): StreamBudget {
  return { fdr, memory: Math.max(1, Math.min(MOST_ROWS, Math.floor(fdr / leastPValue + 1e-9))) };
}

/**
 * Returns which of the next rows of a stream raise an alarm, and the weight of its alarms after them. `weight` is that of the alarms
 * before, 0 at the stream's beginning.
 */
export function streamAlarms(
  pValues: readonly number[],
  { fdr, memory }: StreamBudget,
  weight: number,
): { alarm: boolean[]; weight: number } {
  let recent = weight;
  const alarm = pValues.map((p) => {
    const level = fdr * (1 / memory + ((1 - SHARE_RATIO) / SHARE_RATIO) * recent);
    // Quotients may be slightly below the intended number.
    const isAlarm = p <= level + 1e-12;
    recent = (1 - 1 / memory) * SHARE_RATIO * (recent + (isAlarm ? 1 : 0));
    return isAlarm;
  });
  return { alarm, weight: recent };
}

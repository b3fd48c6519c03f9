import type { Metrics } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { anomalyArea, flaggedShares } from "./outlier-metrics.js";
import { weightedSilhouette } from "./silhouette.js";
import { silhouettesByThreshold } from "./silhouettes-by-threshold.js";
import type { Weights } from "./weights.js";

/** Rows of an outlier detector under several limits on contamination. */
export interface LimitedRows {
  /** Index of the first limit under which each row is flagged; the number of limits if none does. */
  firstFlaggingLimit: Int32Array;
  scores: Float64Array;
  /** 1 for a known anomaly, 0 for an unlabeled row; undefined if no row has a label. */
  anomalous: Int32Array | undefined;
  distanceSpace: Matrix | undefined;
}

/** Returns a function that computes the metrics of outlierMetrics for each of `count` limits. */
export function metricsByLimit(
  { firstFlaggingLimit, scores, anomalous, distanceSpace }: LimitedRows,
  count: number,
  random: Random,
): (weights?: Weights) => Metrics[] {
  const silhouettes = distanceSpace ? silhouettesByThreshold(distanceSpace, firstFlaggingLimit, count, random) : [];
  const silhouetteScores = silhouettes.map(weightedSilhouette);
  const areaOf = anomalyArea(scores, anomalous);
  return (weights) => {
    /** Unlabeled rows and anomalies by the first limit that flags them. */
    const [others, anomalies] = [new Float64Array(count + 1), new Float64Array(count + 1)];
    for (let i = 0; i < firstFlaggingLimit.length; i++) {
      const counts = anomalous?.[i] ? anomalies : others;
      counts[firstFlaggingLimit[i]] += weights ? weights[i] : 1;
    }
    const total = { anomalies: sum(anomalies), unlabeled: sum(others) };
    const area = areaOf(weights);
    let [right, wrong] = [0, 0];
    return Array.from({ length: count }, (_, number) => {
      right += anomalies[number];
      wrong += others[number];
      return {
        ...flaggedShares({ right, wrong, ...total }),
        silhouette_score: silhouetteScores[number]?.(weights) ?? null,
        ...area,
      };
    });
  };
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

import { ANOMALY_LIMIT, ANOMALY_LINE_LIMIT, ANOMALY_POINT_LIMIT, type SeriesAnomalies, type SeriesAnomaly } from "@agatha/contracts";
import type { DetectedSeries } from "../../algorithms/residual/index.js";
import type { Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { pValues } from "../../evaluation/conformal-p-values.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import { calendarOf, detectorOf } from "../../model/artifact/graph.js";
import { judgedScores } from "../../model/artifact/period-warnings.js";
import { toResultWithUncertainty } from "../../model/artifact/prediction-result.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";

/**
 * Describes the anomalies of the series of a detector's training: the alarms that the model raises among the rows of `table`, known
 * anomalies that it did not learn from among them. Undefined for other models.
 */
export function describeSeriesAnomalies(model: TrainedModel, table: Table, scores: Float64Array): SeriesAnomalies | undefined {
  const { graph, normalScores } = model;
  const calendar = calendarOf(graph);
  const detector = detectorOf(graph);
  if (!calendar || !detector) return undefined;
  const pValueOf = normalScores ? pValues(normalScores) : () => 1;
  const isAlarm = alarmOf(model, judgedScores(graph, table, scores), pValueOf);
  const { encoder } = graph.layers[0][0];
  const names = encoder.state.columns.slice(1).map(({ name }) => name);
  const described = detector.history(encoder.encode(table)).map((detected) => {
    const code = seriesCode(detected.first);
    const timeOf = (t: number) => timeOfPeriod(detected.first + t - seriesPlace(code), calendar);
    const series = calendar.series?.names[code];
    const place = { ...(series !== undefined && { series }), column: names[detected.column] };
    const anomalies = episodes(detected, isAlarm).map(({ anomaly, flagged }): SeriesAnomaly => {
      const worst = flagged.reduce((most, t) => (detected.scores[t] > detected.scores[most] ? t : most));
      return {
        ...place,
        kind: anomaly?.kind ?? "spike",
        time: timeOf(flagged[0]),
        until: timeOf(flagged[flagged.length - 1]),
        periods: flagged.length,
        value: detected.values[worst],
        expected: detected.expected[worst],
        p_value: pValueOf(detected.scores[worst]),
      };
    });
    const points = () =>
      Array.from(detected.values.keys())
        .slice(-ANOMALY_POINT_LIMIT)
        .map((t) => ({
          time: timeOf(t),
          value: Number.isNaN(detected.values[t]) ? null : detected.values[t],
          expected: detected.expected[t],
        }));
    return { place, anomalies, points };
  });
  const all = described.flatMap(({ anomalies }) => anomalies).sort((a, b) => a.p_value - b.p_value);
  const lines = [...described].sort((a, b) => b.anomalies.length - a.anomalies.length).slice(0, ANOMALY_LINE_LIMIT);
  return {
    anomalies: all.slice(0, ANOMALY_LIMIT).sort((a, b) => a.time.localeCompare(b.time)),
    lines: lines.map(({ place, points }) => ({ ...place, points: points() })),
  };
}

function timeOfPeriod(number: number, { origin, period, timezone }: NonNullable<ReturnType<typeof calendarOf>>): string {
  return new Date(addPeriods(origin, number, period, timezone)).toISOString();
}

/** Returns a function that returns true if a score raises an alarm among the scores of all rows. */
function alarmOf(model: TrainedModel, scores: Float64Array, pValueOf: (score: number) => number): (score: number) => boolean {
  const { threshold = 0, falseAlarms } = model;
  if (falseAlarms?.of !== "alarms") return (score) => score > threshold;
  const { p_value = [], alarm = [] } = toResultWithUncertainty(model, { scores });
  const largest = p_value.reduce<number>((most, p, row) => (p !== null && alarm[row] ? Math.max(most, p) : most), 0);
  return (score) => pValueOf(score) <= largest;
}

interface Episode {
  /** Anomaly that the periods belong to. */
  anomaly: DetectedSeries["anomalies"][number] | undefined;
  /** Periods with an alarm, ascending. */
  flagged: number[];
}

/** Returns the periods with an alarm by their anomaly. Periods of no anomaly are spikes, one for each run of periods. */
function episodes({ scores, anomalies }: DetectedSeries, isAlarm: (score: number) => boolean): Episode[] {
  const found: Episode[] = [];
  scores.forEach((score, t) => {
    if (!isAlarm(score)) return;
    const anomaly = anomalies.find(({ from, to }) => from <= t && t <= to);
    const goesOn = ({ flagged }: Episode) => anomaly !== undefined || flagged.at(-1) === t - 1;
    const known = found.findLast((each) => each.anomaly === anomaly && goesOn(each));
    if (known) known.flagged.push(t);
    else found.push({ anomaly, flagged: [t] });
  });
  return found;
}

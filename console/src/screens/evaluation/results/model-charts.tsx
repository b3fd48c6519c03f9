import type { ModelType } from "@agatha/contracts";
import { Typography } from "@mui/material";
import { useMemo } from "react";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import { Card, FullWidthCard } from "../../../models/performance/cards.js";
import { ConfusionMatrix } from "../../../models/performance/classification/confusion-matrix.js";
import { ClusterTable } from "../../../models/performance/clustering/clustering-result.js";
import { AnomalyScoreHistogram } from "../../../models/performance/outliers/outlier-result.js";
import { ActualVsPredictedChart } from "../../../models/performance/regression/regression-result.js";
import { messages } from "../messages.js";
import type { ScoredModel } from "./curve-sets.js";
import { firstRowsOf, type ModelPredictions } from "./model-predictions.js";
import {
  actualVsPredicted,
  classLabels,
  clusterSizes,
  confusionMatrix,
  flaggingScore,
  scoreHistogram,
  valueRange,
} from "./prediction-analysis.js";
import { RocChart } from "./roc-chart.js";

interface ModelChartsProps {
  answered: readonly ModelPredictions[];
}

interface TypedChartsProps extends ModelChartsProps {
  type: ModelType;
  response: string;
}

/** Charts of each model's predictions, side by side on the same scale. */
export function ModelCharts(props: TypedChartsProps) {
  return (
    <>
      <TypedCharts {...props} />
      <FirstRowsNote answered={props.answered} />
    </>
  );
}

/** Says that the charts are of the first of very many rows. */
function FirstRowsNote({ answered }: ModelChartsProps) {
  const text = useText(messages);
  const format = useFormat();
  const first = firstRowsOf(answered);
  if (!first) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ gridColumn: "1 / -1" }}>
      {text("charts.first", { rows: format.number(first.rows), all: format.number(first.all) })}
    </Typography>
  );
}

function TypedCharts({ type, response, answered }: TypedChartsProps) {
  switch (type) {
    case "REGRESSION":
      return <RegressionCharts answered={answered} response={response} />;
    case "CLASSIFICATION":
      return <ClassificationCharts answered={answered} />;
    case "OCC":
      return <OutlierCharts answered={answered} />;
    case "CLUSTERING":
      return <ClusterCharts answered={answered} />;
  }
}

function useChartTitle(): (name: string, what: string) => string {
  const text = useText(messages);
  return (name, what) => text("charts.of", { name, what });
}

function RegressionCharts({ answered, response }: ModelChartsProps & { response: string }) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const format = useFormat();
  const title = useChartTitle();
  const charts = useMemo(
    () => answered.map((predictions) => ({ predictions, ...actualVsPredicted(predictions.actual ?? [], predictions.prediction) })),
    [answered],
  );
  const range = useMemo(() => valueRange(charts.map(({ points }) => points)), [charts]);
  return charts.map(({ predictions, points, all }) => (
    <Card key={predictions.id}>
      <ActualVsPredictedChart
        points={points}
        response={response}
        title={title(predictions.name, fitting("regression.points"))}
        series={text("charts.rows")}
        range={range}
        note={points.length < all ? text("charts.sampled", { shown: format.number(points.length), all: format.number(all) }) : null}
      />
    </Card>
  ));
}

function ClassificationCharts({ answered }: ModelChartsProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const title = useChartTitle();
  const labels = useMemo(
    () =>
      classLabels(
        answered[0]?.actual ?? [],
        answered.map(({ prediction }) => prediction),
      ),
    [answered],
  );
  const ranked = useMemo(
    () =>
      answered.map(
        ({ id, name, classIntervals, actual = [], prediction }): ScoredModel => ({
          id,
          name,
          areaOf: (label) => classIntervals[label]?.auc,
          rows: actual.length,
          scoreOf: (row, label) => (actual[row] === null ? null : (prediction.prob?.[row]?.[label] ?? null)),
          isPositive: (row, label) => String(actual[row]) === label,
        }),
      ),
    [answered],
  );
  return (
    <>
      {answered.map(({ id, name, actual = [], prediction }) => (
        <Card key={id}>
          <ConfusionMatrix
            labels={labels}
            confusion={confusionMatrix(actual, prediction, labels)}
            title={title(name, fitting("classification.confusion"))}
            hint={text("charts.confusionHint")}
          />
        </Card>
      ))}
      <FullWidthCard>
        <RocChart labels={labels} models={ranked} />
      </FullWidthCard>
    </>
  );
}

function OutlierCharts({ answered }: ModelChartsProps) {
  const text = useText(messages);
  const title = useChartTitle();
  const results = useMemo(
    () =>
      answered.flatMap(({ id, name, prediction }) =>
        prediction.score ? [{ id, name, result: { scores: scoreHistogram(prediction.score), threshold: flaggingScore(prediction) } }] : [],
      ),
    [answered],
  );
  const labelled = useMemo(
    () =>
      answered.flatMap(({ id, name, intervals, actual = [], prediction }): ScoredModel[] => {
        const isPositive = (row: number) => actual[row] !== "" && actual[row] !== null;
        if (!actual.some((_label, row) => isPositive(row))) return [];
        const scoreOf = (row: number) => prediction.score?.[row] ?? null;
        return [{ id, name, areaOf: () => intervals.roc_auc, rows: actual.length, scoreOf, isPositive }];
      }),
    [answered],
  );
  return (
    <>
      {results.map(({ id, name, result }) => (
        <Card key={id}>
          <AnomalyScoreHistogram result={result} title={title(name, text("charts.scores"))} />
        </Card>
      ))}
      {labelled.length === 0 ? null : (
        <FullWidthCard>
          <RocChart labels={null} models={labelled} />
        </FullWidthCard>
      )}
    </>
  );
}

function ClusterCharts({ answered }: ModelChartsProps) {
  const fitting = useText(fittingMessages);
  const title = useChartTitle();
  return answered.map(({ id, name, prediction }) => (
    <Card key={id}>
      <ClusterTable clusters={clusterSizes(prediction)} title={title(name, fitting("clustering.title"))} />
    </Card>
  ));
}

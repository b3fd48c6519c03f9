import type { ModelType } from "@agatha/contracts";
import { useMemo } from "react";
import { messages as fittingMessages } from "../fitting/messages.js";
import { Card, Wide } from "../fitting/result/cards.js";
import { ConfusionMatrix } from "../fitting/result/classification-result.js";
import { ClusterTable } from "../fitting/result/clustering-result.js";
import { ScoresChart } from "../fitting/result/outlier-result.js";
import { PointsChart } from "../fitting/result/regression-result.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import type { Answered } from "./answered.js";
import { confusionOf, groupsOf, labelsOf, pointsOf, rangeOf, scoresOf } from "./answers.js";
import { messages } from "./messages.js";
import { type RankedModel, RocChart } from "./roc-chart.js";

interface ChartsProps {
  answered: readonly Answered[];
}

/** What each model answered, side by side, drawn alike. */
export function ModelCharts({ type, response, answered }: ChartsProps & { type: ModelType; response: string }) {
  switch (type) {
    case "REGRESSION":
      return <Numbers answered={answered} response={response} />;
    case "CLASSIFICATION":
      return <Classes answered={answered} />;
    case "OCC":
      return <Outliers answered={answered} />;
    case "CLUSTERING":
      return <Groups answered={answered} />;
  }
}

function useTitle(): (name: string, what: string) => string {
  const text = useText(messages);
  return (name, what) => text("charts.of", { name, what });
}

function Numbers({ answered, response }: ChartsProps & { response: string }) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const format = useFormat();
  const title = useTitle();
  const charts = useMemo(() => answered.map((one) => ({ one, ...pointsOf(one.actual ?? [], one.prediction) })), [answered]);
  const range = useMemo(() => rangeOf(charts.map(({ points }) => points)), [charts]);
  return charts.map(({ one, points, all }) => (
    <Card key={one.id}>
      <PointsChart
        points={points}
        response={response}
        title={title(one.name, fitting("regression.points"))}
        series={text("charts.rows")}
        range={range}
        note={points.length < all ? text("charts.sampled", { shown: format.number(points.length), all: format.number(all) }) : null}
      />
    </Card>
  ));
}

function Classes({ answered }: ChartsProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const title = useTitle();
  const labels = useMemo(
    () =>
      labelsOf(
        answered[0]?.actual ?? [],
        answered.map(({ prediction }) => prediction),
      ),
    [answered],
  );
  const ranked = useMemo(
    () =>
      answered.map(
        ({ name, actual = [], prediction }): RankedModel => ({
          name,
          rows: actual.length,
          scoreOf: (row, label) => (actual[row] === null ? null : (prediction.prob?.[row]?.[label] ?? null)),
          isKind: (row, label) => String(actual[row]) === label,
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
            confusion={confusionOf(actual, prediction, labels)}
            title={title(name, fitting("classification.confusion"))}
            hint={text("charts.confusionHint")}
          />
        </Card>
      ))}
      <Wide>
        <RocChart labels={labels} models={ranked} />
      </Wide>
    </>
  );
}

function Outliers({ answered }: ChartsProps) {
  const text = useText(messages);
  const title = useTitle();
  const results = useMemo(
    () =>
      answered.flatMap(({ id, name, threshold, prediction: { score } }) =>
        score && threshold !== null ? [{ id, name, result: { scores: scoresOf(score), threshold } }] : [],
      ),
    [answered],
  );
  const labelled = useMemo(
    () =>
      answered.flatMap(({ name, actual = [], prediction }): RankedModel[] => {
        const isKind = (row: number) => actual[row] !== "" && actual[row] !== null;
        if (!actual.some((_label, row) => isKind(row))) return [];
        return [{ name, rows: actual.length, scoreOf: (row) => prediction.score?.[row] ?? null, isKind }];
      }),
    [answered],
  );
  return (
    <>
      {results.map(({ id, name, result }) => (
        <Card key={id}>
          <ScoresChart result={result} title={title(name, text("charts.scores"))} />
        </Card>
      ))}
      {labelled.length === 0 ? null : (
        <Wide>
          <RocChart labels={null} models={labelled} />
        </Wide>
      )}
    </>
  );
}

function Groups({ answered }: ChartsProps) {
  const fitting = useText(fittingMessages);
  const title = useTitle();
  return answered.map(({ id, name, prediction }) => (
    <Card key={id}>
      <ClusterTable clusters={groupsOf(prediction)} title={title(name, fitting("clustering.title"))} />
    </Card>
  ));
}

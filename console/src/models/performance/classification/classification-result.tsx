import { type DrawnUnits, drawnCurves, type ModelInfo, rarerFirst } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useMemo, useState } from "react";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { Card, FullWidthCard } from "../cards.js";
import { ErrorTable } from "../error-table.js";
import { MAX_TYPED_CLASSES } from "./class-decision.js";
import { ClassDecisionPanel } from "./class-decision-panel.js";
import { ClassMetricsTable } from "./class-metrics-table.js";
import type { ConfusionCell } from "./confusion-cell.js";
import { ConfusionCellRows } from "./confusion-cell-rows.js";
import { ConfusionMatrix } from "./confusion-matrix.js";
import { CalibrationCurve, ClassCurves } from "./curve-charts.js";

type Result = NonNullable<ModelInfo["classification"]>;

interface ClassificationResultProps {
  model: ModelAnswer;
  result: Result;
  /** Of the held-out figures. */
  intervals: ModelInfo["intervals"];
  byCosts: boolean;
  units: DrawnUnits;
}

/** Confusion matrix, whose cells show their rows, figures and curves of the classes, calibration, and the largest errors. */
export function ClassificationResult({ model, result, intervals, byCosts, units }: ClassificationResultProps) {
  const text = useText(messages);
  const curves = drawnCurves(result);
  const { calibration, costs } = result;
  const trained = useMemo(() => ({ calibration, costs, intervals }), [calibration, costs, intervals]);
  const [cell, setCell] = useState<ConfusionCell | null>(null);
  return (
    <>
      <Card>
        <ConfusionMatrix labels={result.labels} confusion={result.confusion} onCell={setCell} />
        {cell ? <ConfusionCellRows model={model} cell={cell} /> : null}
      </Card>
      <Card>
        <ClassMetricsTable result={result} units={units} />
      </Card>
      {curves.length > 0 ? (
        <Card>
          <ClassCurves result={result} curves={curves} />
        </Card>
      ) : null}
      {result.calibration ? (
        <Card>
          <CalibrationCurve
            labels={rarerFirst(result)}
            calibration={result.calibration}
            intervals={result.calibration_intervals}
            units={units}
          />
        </Card>
      ) : null}
      {result.labels.length <= MAX_TYPED_CLASSES ? (
        <FullWidthCard>
          <ClassDecisionPanel model={model} labels={result.labels} trained={trained} byCosts={byCosts} units={units} />
        </FullWidthCard>
      ) : null}
      <Card>
        <ErrorTable title={text("regression.largest")} errors={result.largest_errors} errorName={text("classification.missing")} />
      </Card>
    </>
  );
}

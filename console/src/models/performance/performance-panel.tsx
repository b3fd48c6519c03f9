import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box } from "@mui/material";
import { RowSourceProvider } from "../../rows/row-source.js";
import { Card, FullWidthCard } from "./cards.js";
import { ClassificationResult } from "./classification/classification-result.js";
import { ClusteringResult } from "./clustering/clustering-result.js";
import { FeatureImportanceChart } from "./explanation/feature-importance-chart.js";
import { PartialDependenceChart } from "./explanation/partial-dependence-chart.js";
import { ForecastResult } from "./forecast/forecast-result.js";
import { drawnUnits } from "./metrics/drawn-units.js";
import { metricNames } from "./metrics/format-metric.js";
import { NodeTable } from "./metrics/node-table.js";
import { useExpectedMetric } from "./metrics/use-expected-metric.js";
import { ValidationMetrics } from "./metrics/validation-metrics.js";
import { OutlierResult } from "./outliers/outlier-result.js";
import { RegressionResult } from "./regression/regression-result.js";
import { useTrainingRowsShown } from "./training-rows.js";
import { TrainingWarnings } from "./training-warnings.js";

/** Metrics, feature importance and errors of the model. */
export function PerformancePanel({ model, info }: { model: ModelAnswer; info: ModelInfo }) {
  const expected = useExpectedMetric(model);
  const available = useTrainingRowsShown(model, info);
  const warnings =
    info.warnings.length + (info.findings?.length ?? 0) > 0 ? (
      <FullWidthCard>
        <TrainingWarnings warnings={info.warnings} findings={info.findings} />
      </FullWidthCard>
    ) : null;
  // The forecast itself comes first: it is what a planner came for.
  return (
    <RowSourceProvider datasetId={model.dataset_id} edited={model.use_extraction} available={available}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" } }}>
        {info.forecast ? (
          <>
            {warnings}
            <ForecastResult model={model} forecast={info.forecast} response={info.response ?? ""} />
          </>
        ) : null}
        <FullWidthCard>
          <ValidationMetrics
            info={info}
            beforeDecision={model.before_decision}
            chosen={expected && { expected, heldOutBy: model.held_out_by }}
          />
        </FullWidthCard>
        {info.nodes ? (
          <FullWidthCard>
            <NodeTable nodes={info.nodes} names={metricNames(info)} />
          </FullWidthCard>
        ) : null}
        {info.forecast ? null : warnings}
        {info.importance.some(({ column }) => column !== info.forecast?.time) ? (
          <Card>
            <FeatureImportanceChart info={info} />
          </Card>
        ) : null}
        {info.partial_dependence?.length ? (
          <Card>
            <PartialDependenceChart info={info} />
          </Card>
        ) : null}
        {info.regression ? <RegressionResult result={info.regression} response={info.response ?? ""} /> : null}
        {info.classification ? (
          <ClassificationResult
            intervals={info.intervals}
            model={model}
            result={info.classification}
            byCosts={info.record?.recipe.errorCosts !== undefined}
            units={drawnUnits(info.validation)}
          />
        ) : null}
        {info.outlier ? <OutlierResult info={info} result={info.outlier} /> : null}
        {info.clustering ? <ClusteringResult model={model} result={info.clustering} inputs={info.inputs} /> : null}
      </Box>
    </RowSourceProvider>
  );
}

import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box } from "@mui/material";
import { RowSourceProvider } from "../../rows/row-source.js";
import { Card, FullWidthCard } from "./cards.js";
import { ClassificationResult } from "./classification-result.js";
import { ClusteringResult } from "./clustering-result.js";
import { drawnUnits } from "./drawn-units.js";
import { FeatureImportanceChart } from "./feature-importance-chart.js";
import { ForecastResult } from "./forecast-result.js";
import { metricNames } from "./format-metric.js";
import { NodeTable } from "./node-table.js";
import { OutlierResult } from "./outlier-result.js";
import { PartialDependenceChart } from "./partial-dependence-chart.js";
import { RegressionResult } from "./regression-result.js";
import { TrainingWarnings } from "./training-warnings.js";
import { ValidationMetrics } from "./validation-metrics.js";

/** Metrics, feature importance and errors of the model. */
export function PerformancePanel({ model, info }: { model: ModelAnswer; info: ModelInfo }) {
  return (
    <RowSourceProvider datasetId={model.dataset_id} edited={model.use_extraction}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" } }}>
        <FullWidthCard>
          <ValidationMetrics info={info} beforeDecision={model.before_decision} />
        </FullWidthCard>
        {info.nodes ? (
          <FullWidthCard>
            <NodeTable nodes={info.nodes} names={metricNames(info)} />
          </FullWidthCard>
        ) : null}
        {info.warnings.length + (info.findings?.length ?? 0) > 0 ? (
          <FullWidthCard>
            <TrainingWarnings warnings={info.warnings} findings={info.findings} />
          </FullWidthCard>
        ) : null}
        {info.forecast ? <ForecastResult model={model} forecast={info.forecast} response={info.response ?? ""} /> : null}
        {info.importance.length > 0 ? (
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
            model={model}
            result={info.classification}
            byCosts={info.record?.recipe.errorCosts !== undefined}
            units={drawnUnits(info.validation)}
          />
        ) : null}
        {info.outlier ? <OutlierResult result={info.outlier} /> : null}
        {info.clustering ? <ClusteringResult model={model} result={info.clustering} columns={info.inputs.map(({ name }) => name)} /> : null}
      </Box>
    </RowSourceProvider>
  );
}

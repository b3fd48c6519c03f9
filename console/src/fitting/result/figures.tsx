import type { ModelInfo } from "@agatha/contracts";
import { Box } from "@mui/material";
import { Card, Wide } from "./cards.js";
import { ClassificationResult } from "./classification-result.js";
import { ClusteringResult } from "./clustering-result.js";
import { ForecastChart } from "./forecast-chart.js";
import { ImportanceChart } from "./importance-chart.js";
import { IndicatorTable } from "./indicator-table.js";
import { NodeTable } from "./node-table.js";
import { OutlierResult } from "./outlier-result.js";
import { RegressionResult } from "./regression-result.js";
import { figuresOf } from "./shown.js";
import { Warnings } from "./warnings.js";

/** How good the model is, what it rests on, and where it errs. */
export function Figures({ info }: { info: ModelInfo }) {
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" } }}>
      <Wide>
        <IndicatorTable info={info} />
      </Wide>
      {info.nodes ? (
        <Wide>
          <NodeTable nodes={info.nodes} names={figuresOf(info)} />
        </Wide>
      ) : null}
      {info.warnings.length > 0 ? (
        <Wide>
          <Warnings warnings={info.warnings} />
        </Wide>
      ) : null}
      {info.importance.length > 0 ? (
        <Card>
          <ImportanceChart info={info} />
        </Card>
      ) : null}
      {info.forecast ? (
        <Card>
          <ForecastChart forecast={info.forecast} response={info.response ?? ""} />
        </Card>
      ) : null}
      {info.regression ? <RegressionResult result={info.regression} response={info.response ?? ""} /> : null}
      {info.classification ? <ClassificationResult result={info.classification} /> : null}
      {info.outlier ? <OutlierResult result={info.outlier} /> : null}
      {info.clustering ? <ClusteringResult result={info.clustering} /> : null}
    </Box>
  );
}

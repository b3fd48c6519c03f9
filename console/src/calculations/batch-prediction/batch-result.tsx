import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Paper, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { ChartDataTable } from "../../charts/chart-data-table.js";
import { joinSentences } from "../../i18n/join-sentences.js";
import { type Format, useFormat } from "../../i18n/use-format.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { type TextFunction, useText } from "../../i18n/use-text.js";
import type { CalculationTexts } from "../en.js";
import { messages } from "../messages.js";
import { calculationPath } from "../use-calculations.js";
import { BatchDownload } from "./batch-download.js";
import { PredictionHistogramChart } from "./prediction-histogram-chart.js";
import { predictionTable } from "./prediction-table.js";

interface BatchResultProps {
  model: ModelAnswer;
  info: ModelInfo;
  calculation: CalculationAnswer;
  /** Description of where the rows come from. */
  source: string;
}

/** Result of a batch: the distribution of the predictions, the first rows and the download of all rows. */
export function BatchResult({ model, info, calculation, source }: BatchResultProps) {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  const { result } = calculation;
  if (result === null || !("value" in result)) return null;
  const count = calculation.rows ?? result.value.length;
  const outside = result.outside?.filter((columns) => columns.length > 0).length ?? 0;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
          <Box sx={{ flexGrow: 1, flexBasis: 280, minWidth: 0 }}>
            <Typography variant="h3" component="h2">
              {text("batch.result.title", { source })}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {joinSentences(
                text("batch.result.rows", { count, shown: format.number(count) }),
                count > result.value.length && text("batch.result.first", { shown: format.number(result.value.length) }),
              )}
            </Typography>
          </Box>
          <Button variant="outlined" component={Link} to={calculationPath(model, "batch")}>
            {text("batch.another")}
          </Button>
        </Box>
        {outside > 0 ? (
          <Alert severity="warning">{text("batch.result.outside", { count: outside, shown: format.number(outside) })}</Alert>
        ) : null}
        <BatchDownload model={model} calculation={calculation} />
      </Paper>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <PredictionHistogramChart values={result.value} info={info} labelOf={(answer) => formatAnswer(answer, text, format)} />
      </Paper>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
          {text("batch.result.table")}
        </Typography>
        <ChartDataTable title={text("batch.result.table")} table={predictionTable(result, info, text, joined)} height={420} />
      </Paper>
    </Box>
  );
}

function formatAnswer(answer: PredictionResult["value"][number], text: TextFunction<CalculationTexts>, format: Format): string {
  if (typeof answer === "boolean") return text(answer ? "batch.result.outlier" : "batch.result.normal");
  return typeof answer === "number" ? format.number(answer) : (answer ?? "");
}

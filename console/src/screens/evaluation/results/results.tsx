import type { ModelType } from "@agatha/contracts";
import type { EvaluationAnswer, EvaluationByModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Skeleton } from "@mui/material";
import { useMemo, useState } from "react";
import { Failure } from "../../../feedback/failure.js";
import { useText } from "../../../i18n/use-text.js";
import { FullWidthCard } from "../../../models/performance/cards.js";
import { FprLimitField } from "../fpr-limit/fpr-limit-field.js";
import { EvaluationInputWarnings } from "../input/evaluation-input-warnings.js";
import { messages } from "../messages.js";
import { useEvaluationPredictions } from "../use-evaluations.js";
import { ComparisonTable } from "./comparison-table.js";
import { rankModels } from "./judge-comparison.js";
import { ModelCharts } from "./model-charts.js";
import { type ModelPredictions, modelPredictionsOf } from "./model-predictions.js";
import { PredictionsTable } from "./predictions-table.js";

interface ResultsProps {
  evaluation: EvaluationAnswer;
  models: readonly ModelAnswer[];
  limit: number | null;
  onLimit(limit: number | null): void;
}

/** Results of a comparison, best model first. Renders nothing while no model has answered. */
export function Results({ evaluation, models, limit, onLimit }: ResultsProps) {
  const type = evaluation.model_type ?? evaluation.evaluation_bymodel.find((line) => line.model_type !== null)?.model_type ?? null;
  const ranked = useMemo(() => (type === null ? [] : rankModels(type, evaluation.evaluation_bymodel)), [type, evaluation]);
  if (type === null || ranked.length === 0) return null;
  return <ComparisonResults type={type} ranked={ranked} evaluation={evaluation} models={models} limit={limit} onLimit={onLimit} />;
}

interface ComparisonResultsProps extends ResultsProps {
  type: ModelType;
  ranked: readonly EvaluationByModelAnswer[];
}

/** Number of models whose charts and rows are shown at first. */
const INITIALLY_SHOWN = 4;

function ComparisonResults({ type, ranked, evaluation, models, limit, onLimit }: ComparisonResultsProps) {
  const [count, setCount] = useState(INITIALLY_SHOWN);
  const shown = useMemo(() => ranked.slice(0, count), [ranked, count]);
  const { details, loading, error, retry } = useEvaluationPredictions(evaluation, shown);
  const answered = useMemo(() => modelPredictionsOf(shown, details), [shown, details]);
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" } }}>
      {type === "OCC" ? (
        <FullWidthCard>
          <FprLimitField evaluation={evaluation} limit={limit} onLimit={onLimit} />
        </FullWidthCard>
      ) : null}
      <FullWidthCard>
        <ComparisonTable type={type} ranked={ranked} models={models} />
      </FullWidthCard>
      <EvaluationInputWarnings lines={ranked} />
      {error ? (
        <Box sx={{ gridColumn: "1 / -1" }}>
          <Failure error={error} onRetry={retry} />
        </Box>
      ) : null}
      {loading ? <Skeletons count={shown.length} /> : <Charts type={type} response={evaluation.response} answered={answered} />}
      <ShowMoreButton shown={shown.length} all={ranked.length} onMore={() => setCount(ranked.length)} />
      {loading || answered.length === 0 ? null : (
        <FullWidthCard>
          <PredictionsTable type={type} answered={answered} />
        </FullWidthCard>
      )}
    </Box>
  );
}

function Charts({ type, response, answered }: { type: ModelType; response: string | null; answered: readonly ModelPredictions[] }) {
  const text = useText(messages);
  if (answered.length === 0) return null;
  if (type !== "CLUSTERING" && type !== "OCC" && answered.every(({ actual }) => actual === undefined))
    return <Alert severity="info">{text("charts.noActual")}</Alert>;
  return <ModelCharts type={type} response={response ?? ""} answered={answered} />;
}

function Skeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => at).map((at) => <Skeleton key={at} variant="rounded" height={340} />);
}

function ShowMoreButton({ shown, all, onMore }: { shown: number; all: number; onMore(): void }) {
  const text = useText(messages);
  if (shown >= all) return null;
  return (
    <Button variant="outlined" onClick={onMore} sx={{ gridColumn: "1 / -1", justifySelf: "start" }}>
      {text("charts.more", { count: all - shown })}
    </Button>
  );
}

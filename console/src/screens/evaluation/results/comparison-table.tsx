import type { ModelType } from "@agatha/contracts";
import type { EvaluationByModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Chip, Link as MuiLink, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useModelInfos } from "../../../api/use-model-infos.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useModelNames } from "../../../model-names/use-model-names.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import { type MetricColumn, MetricTable } from "../../../models/performance/metrics/metric-table.js";
import { heldOutAndHorizonKey } from "../../../models/ranking.js";
import { VERDICT_SEVERITY } from "../../../models/verdict-severity.js";
import { useAnalysisDataset } from "../../../routing/analysis-context.js";
import { modelPath } from "../../../routing/paths.js";
import { messages } from "../messages.js";
import { besideTestRows, hasOneActualValue, judgeModels, metricNames } from "./judge-comparison.js";
import { knownRowsDecide } from "./known-rows.js";
import { KnownRowsAlert } from "./known-rows-alert.js";

interface ComparisonTableProps {
  type: ModelType;
  /** Best first. */
  ranked: readonly EvaluationByModelAnswer[];
  models: readonly ModelAnswer[];
}

/** Metrics of all models on the test rows, with those at training below, and of the trivial guess. */
export function ComparisonTable({ type, ranked, models }: ComparisonTableProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const names = useModelNames();
  const format = useFormat();
  const first = ranked[0];
  const baseline = first?.baseline ?? undefined;
  const { best, verdict } = judgeModels(type, ranked, { models, baseline });
  const decide = verdict !== null && knownRowsDecide(type, ranked);
  /** Undefined for a dataset that is not shared with the reader. */
  const datasetOf = (line: EvaluationByModelAnswer) => models.find(({ id }) => id === line.id)?.dataset_id;
  const infos = useModelInfos(models.filter(({ id }) => ranked.some((line) => line.id === id)));
  const captionOf = ({ id, algorithms }: EvaluationByModelAnswer) => {
    const rows = infos.get(id)?.record?.rows;
    return (
      <>
        <div>{names.algorithms(algorithms)}</div>
        {rows === undefined ? null : <div>{text("figures.learned", { rows: format.number(rows) })}</div>}
      </>
    );
  };
  const columns: MetricColumn[] = ranked.map((line) => ({
    key: line.id,
    header: <ModelHeader line={line} datasetId={datasetOf(line)} best={line.id === best?.id} />,
    caption: captionOf(line),
    metrics: line.indicators,
    intervals: line.intervals,
    reference: besideTestRows(models.find(({ id }) => id === line.id)?.indicators, {
      learned: infos.get(line.id)?.validation.trainRows,
      tested: line.rows,
    }),
    emphasized: true,
  }));
  if (baseline) {
    const guess = fitting(type === "REGRESSION" ? "figures.baselineMean" : "figures.baselineMajority");
    columns.push({
      key: "baseline",
      header: fitting("figures.baseline"),
      caption: guess,
      metrics: baseline,
      intervals: first?.baseline_intervals,
    });
  }
  const decided = models.filter((model) => model.before_decision && ranked.some(({ id }) => id === model.id));
  const rows = Math.max(0, ...ranked.map((line) => line.rows ?? 0));
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h3" component="h2">
        {text("figures.title")}
      </Typography>
      {verdict && first ? (
        <Alert severity={decide ? "info" : VERDICT_SEVERITY[verdict]}>
          {joinSentences(best && text("figures.best", { name: best.model_title }), fitting(`figures.verdict.${verdict}`))}
        </Alert>
      ) : null}
      <KnownRowsAlert type={type} ranked={ranked} decide={decide} />
      <MetricTable label={text("figures.title")} names={metricNames(ranked)} columns={columns} />
      <Typography variant="body2" color="text.secondary">
        {joinSentences(
          text("figures.rows", { count: rows, rows: format.number(rows) }),
          text("figures.beside"),
          new Set(ranked.flatMap((line) => models.filter(({ id }) => id === line.id).map(heldOutAndHorizonKey))).size > 1 &&
            text("figures.besideDiffer"),
          first &&
            Object.keys(first.intervals).length > 0 &&
            fitting("figures.intervals", { units: fitting(`figures.units.${first.drawn ?? "rows"}`) }),
          first && baseline && text(hasOneActualValue(first, baseline) ? "figures.baselineOneValue" : "figures.baseline"),
          decided.length > 0 && text("figures.decided", { names: decided.map(({ title }) => title) }),
        )}
      </Typography>
    </Box>
  );
}

function ModelHeader({ line, datasetId, best }: { line: EvaluationByModelAnswer; datasetId: string | undefined; best: boolean }) {
  const fitting = useText(fittingMessages);
  const { product } = useAnalysisDataset();
  return (
    <Box sx={{ display: "flex", flexDirection: "column", alignItems: "flex-end", gap: 0.5, minWidth: 104, whiteSpace: "normal" }}>
      {best ? <Chip label={fitting("best")} color="success" variant="outlined" /> : null}
      {line.model_deleted || datasetId === undefined ? (
        line.model_title
      ) : (
        <MuiLink component={Link} to={modelPath(datasetId, line.model_id, product)} underline="hover">
          {line.model_title}
        </MuiLink>
      )}
    </Box>
  );
}

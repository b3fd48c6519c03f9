import type { ModelInfo, ModelTuning } from "@agatha/contracts";
import type { AlgorithmName } from "@agatha/contracts/algorithms/index";
import type { ModelAnswer } from "@agatha/contracts/wire";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import { Alert, Box, Button, Paper, Typography } from "@mui/material";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { downloadFile } from "../../charts/download.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useFormat } from "../../i18n/use-format.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { DescriptionList } from "../../lists/description-list.js";
import type { ModelsTexts } from "../en.js";
import { messages } from "../messages.js";
import { formatMetric } from "../performance/metrics/format-metric.js";
import { hasOutlierTerms, OutlierTerms } from "../performance/outliers/outlier-terms.js";
import { useCloneModel } from "../use-clone-model.js";
import { ModelDiagram } from "./model-diagram.js";

interface StructurePanelProps {
  model: ModelAnswer;
  info: ModelInfo;
}

/** How the model is built, and the record with which its training can be repeated. */
export default function StructurePanel({ model, info }: StructurePanelProps) {
  const text = useText(messages);
  const api = useApi();
  const graph = useApiQuery([...QUERY_KEYS.model(model.id), "graph"], (signal) => api.modelGraph(model.dataset_id, model.id, signal));
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        {graph.data ? (
          <ModelDiagram graph={graph.data} answer={model.response ?? text(`type.${model.model_type}`)} />
        ) : graph.error ? (
          <Failure error={graph.error} onRetry={() => void graph.refetch()} />
        ) : (
          <Loading rows={3} />
        )}
      </Paper>
      {info.tuning ? (
        <Paper sx={{ p: 2 }}>
          <SearchForSettings tuning={info.tuning} />
        </Paper>
      ) : null}
      {hasOutlierTerms(info) ? (
        <Paper sx={{ p: 2 }}>
          <OutlierTerms info={info} />
        </Paper>
      ) : null}
      {info.record ? (
        <Paper sx={{ p: 2 }}>
          <TrainingRecord model={model} record={info.record} />
        </Paper>
      ) : null}
    </Box>
  );
}

/** Shows the settings that the search tried, and those that it chose. */
function SearchForSettings({ tuning }: { tuning: ModelTuning }) {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  const { measure, score, default_score, candidates, out_of_time, settings } = tuning;
  const tried = text(out_of_time ? "structure.triedInTime" : "structure.tried", { count: candidates });
  const facts: [string, string][] = [
    [text("structure.settingsTried"), tried],
    [text("structure.found", { metric: text(`metric.${measure}`) }), formatMetric(format, measure, score)],
    [text("structure.asked", { metric: text(`metric.${measure}`) }), formatMetric(format, measure, default_score)],
  ];
  const found = settings.map(({ node, algorithm, params }): [string, string] => [
    `${node} ${text(`algorithm.${algorithm as AlgorithmName}`)}`,
    joined(
      Object.entries(params).map(
        ([name, value]) => `${text(`parameter.${name as keyof ModelsTexts["parameter"]}`)} ${format.number(value)}`,
      ),
    ),
  ]);
  return (
    <Box component="section" aria-label={text("structure.search")}>
      <Typography variant="h3" component="h2">
        {text("structure.search")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text("structure.searchHint")}
      </Typography>
      <DescriptionList facts={[...facts, ...found]} />
    </Box>
  );
}

/** Shows everything that the training depended on. A training from the same record gives the same bytes. */
function TrainingRecord({ model, record }: { model: ModelAnswer; record: NonNullable<ModelInfo["record"]> }) {
  const text = useText(messages);
  const format = useFormat();
  const cloning = useCloneModel(model);
  const { recipe, versions } = record;
  const facts: [string, string | null][] = [
    [text("structure.rows"), format.number(record.rows)],
    [text("structure.steps"), recipe.extraction ? format.number(recipe.extraction.length) : null],
    [text("structure.seed"), recipe.seed === undefined ? null : String(recipe.seed)],
    [text("structure.versions"), `Agatha ${versions.agatha}, Node.js ${versions.node}`],
    [text("structure.table"), record.table_sha256],
    [text("structure.digest"), model.sha256],
  ];
  const save = () => downloadFile(`${model.title}.record.json`, new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
  return (
    <Box component="section" aria-label={text("structure.record")}>
      <Typography variant="h3" component="h2">
        {text("structure.record")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text("structure.recordHint")}
      </Typography>
      {model.same_bytes === null ? null : (
        <Alert severity={model.same_bytes ? "success" : "warning"} sx={{ mt: 1 }}>
          {text(model.same_bytes ? "structure.same" : "structure.different")}
        </Alert>
      )}
      <Box sx={{ overflowWrap: "anywhere" }}>
        <DescriptionList facts={facts} />
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button variant="outlined" size="small" loading={cloning.isPending} onClick={() => cloning.mutate({})}>
          {text("structure.replay")}
        </Button>
        <Button size="small" startIcon={<DownloadIcon />} onClick={save}>
          {text("structure.download")}
        </Button>
      </Box>
    </Box>
  );
}

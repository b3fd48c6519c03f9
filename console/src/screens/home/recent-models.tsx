import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box } from "@mui/material";
import { useGetList } from "react-admin";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { ModelStateChip } from "../../layout/model-state-chip.js";
import { useModelNames } from "../../model-names/use-model-names.js";
import { formatRankingMetric } from "../../models/performance/metrics/format-metric.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { modelPath } from "../../routing/paths.js";
import { isSharedWithMe } from "../../sharing/is-shared-with-me.js";
import { messages as sharingMessages } from "../../sharing/messages.js";
import { messages } from "./messages.js";
import { RecentItem, RecentSection } from "./recent-section.js";

const NEWEST_FIRST = { pagination: { page: 1, perPage: 5 }, sort: { field: "model_created_at", order: "DESC" as const } };

export function RecentModels() {
  const text = useText(messages);
  const { data, error, isPending, refetch } = useGetList<ModelAnswer>("models", NEWEST_FIRST);
  const restriction = useRestriction({ what: "model" });
  return (
    <RecentSection title={text("models.title")}>
      {isPending ? <Loading rows={3} height={40} /> : null}
      {error ? <Failure error={error} title={text("models.failed")} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <EmptyState title={text("models.empty")} hint={restriction ?? text("models.emptyHint")} /> : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data?.map((model) => (
          <ModelItem key={model.id} model={model} />
        ))}
      </Box>
    </RecentSection>
  );
}

function ModelItem({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const sharing = useText(sharingMessages);
  const names = useModelNames();
  const format = useFormat();
  const facts = [names.algorithms(model.algorithms), text("models.of", { dataset: model.dataset_title })];
  const ranking = formatRankingMetric(format, model, names.metric);
  if (ranking !== null) facts.push(ranking);
  if (isSharedWithMe(model)) facts.push(sharing("by", { owner: model.owner_name }));
  facts.push(format.ago(model.model_created_at, Date.now()));
  return (
    <RecentItem
      name={model.title}
      address={modelPath(model.dataset_id, model.id, model.dataset_product_type)}
      facts={facts.join(" · ")}
      state={<ModelStateChip model={model} />}
    />
  );
}

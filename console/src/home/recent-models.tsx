import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box } from "@mui/material";
import { useGetList } from "react-admin";
import { shownRanking } from "../fitting/result/shown.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { ModelStateChip } from "../layout/model-state-chip.js";
import { fittingPath } from "../routing/addresses.js";
import { Empty } from "../states/empty.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";
import { messages } from "./messages.js";
import { RecentBox, RecentLine } from "./recent-list.js";

const NEWEST = { pagination: { page: 1, perPage: 5 }, sort: { field: "model_created_at", order: "DESC" as const } };

export function RecentModels() {
  const text = useText(messages);
  const { data, error, isPending, refetch } = useGetList<ModelAnswer>("models", NEWEST);
  return (
    <RecentBox title={text("models.title")}>
      {isPending ? <Loading rows={3} height={40} /> : null}
      {error ? <Failure error={error} title={text("models.failed")} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Empty title={text("models.empty")} hint={text("models.emptyHint")} /> : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data?.map((model) => (
          <ModelLine key={model.id} model={model} />
        ))}
      </Box>
    </RecentBox>
  );
}

function ModelLine({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const format = useFormat();
  const facts = [model.algorithms.join(" + "), text("models.of", { dataset: model.dataset_name })];
  const ranking = shownRanking(format, model);
  if (ranking !== null) facts.push(ranking);
  facts.push(format.ago(model.model_created_at, Date.now()));
  return (
    <RecentLine
      name={model.name}
      address={fittingPath(model.dataset_id, model.id, model.dataset_product_type)}
      facts={facts.join(" · ")}
      state={<ModelStateChip status={model.status} />}
    />
  );
}

import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { useGetList } from "react-admin";
import { Link } from "react-router-dom";
import { EmptyState } from "../feedback/empty-state.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { DatasetStateChip } from "../layout/dataset-state-chip.js";
import { messages as layoutMessages } from "../layout/messages.js";
import { useRestriction } from "../restrictions/allowed.js";
import { datasetPath, uploadPath } from "../routing/paths.js";
import { isSharedWithMe } from "../sharing/is-shared-with-me.js";
import { messages as sharingMessages } from "../sharing/messages.js";
import { messages } from "./messages.js";
import { RecentItem, RecentSection } from "./recent-section.js";

const NEWEST_FIRST = { pagination: { page: 1, perPage: 5 }, sort: { field: "updated_at", order: "DESC" as const } };

export function RecentDatasets() {
  const text = useText(messages);
  const { data, error, isPending, refetch } = useGetList<DatasetAnswer>("datasets", NEWEST_FIRST);
  const restriction = useRestriction({ what: "dataset" });
  const all = data?.length ? (
    <Button component={Link} to={uploadPath("all")} size="small">
      {text("datasets.all")}
    </Button>
  ) : null;
  return (
    <RecentSection title={text("datasets.title")} action={all}>
      {isPending ? <Loading rows={3} height={40} /> : null}
      {error ? <Failure error={error} title={text("datasets.failed")} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <EmptyState
          title={text("datasets.empty")}
          hint={restriction === null ? text("datasets.emptyHint") : undefined}
          action={
            restriction === null ? (
              <Button component={Link} to={uploadPath("all")} variant="outlined">
                {text("datasets.upload")}
              </Button>
            ) : null
          }
        />
      ) : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data?.map((dataset) => (
          <DatasetItem key={dataset.id} dataset={dataset} />
        ))}
      </Box>
    </RecentSection>
  );
}

function DatasetItem({ dataset }: { dataset: DatasetAnswer }) {
  const layout = useText(layoutMessages);
  const format = useFormat();
  const sharing = useText(sharingMessages);
  const { id, title, product_type, total_rows, column_count, owner_name: owner, updated_at, status } = dataset;
  const facts = [layout(`products.${product_type}`)];
  if (total_rows !== null) facts.push(layout("dataset.rows", { count: total_rows, rows: format.number(total_rows) }));
  if (column_count !== null) facts.push(layout("dataset.columns", { count: column_count }));
  if (isSharedWithMe(dataset)) facts.push(sharing("by", { owner }));
  facts.push(format.ago(updated_at, Date.now()));
  return (
    <RecentItem
      name={title}
      address={datasetPath(id, product_type)}
      facts={facts.join(" · ")}
      state={<DatasetStateChip status={status} />}
    />
  );
}

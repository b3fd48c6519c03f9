import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { useGetList } from "react-admin";
import { Link } from "react-router-dom";
import { useDatasetFacts } from "../../dataset-facts/use-dataset-facts.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { DatasetStateChip } from "../../layout/dataset-state-chip.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { datasetPath, uploadPath } from "../../routing/paths.js";
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
  const factsOf = useDatasetFacts();
  const { id, title, product_type, status } = dataset;
  return (
    <RecentItem
      name={title}
      address={datasetPath(id, product_type)}
      facts={`${layout(`products.${product_type}`)} · ${factsOf(dataset)}`}
      state={<DatasetStateChip status={status} />}
    />
  );
}

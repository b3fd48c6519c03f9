import type { ManagedModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useGetList } from "react-admin";
import { Link } from "react-router-dom";
import { useUser } from "../../api/queries.js";
import { MODEL_LIST_STALE_TIME } from "../../api/timings.js";
import { useDebouncedValue } from "../../api/use-debounced-value.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { ManagementPage } from "../../layout/management-page.js";
import { ListPagination } from "../../lists/list-pagination.js";
import { uploadPath } from "../../routing/paths.js";
import type { ProductChoice } from "../../routing/products.js";
import { BulkActionsToolbar } from "./bulk-actions-toolbar.js";
import { messages } from "./messages.js";
import { type ModelFilter, ModelFilters } from "./model-filters.js";
import { type ModelSort, ModelTable } from "./model-table.js";

interface ModelPageProps {
  /** Whether models are chosen, to be changed together. */
  editable: boolean;
  action: ReactNode;
  children?: ReactNode;
}

const DEBOUNCE_MS = 300;
/** A request changes at most a thousand models. */
const PAGE_SIZES = [50, 200, 1000];

/** All models that the user may see, sorted, filtered and in pages, with the number of enabled APIs. */
export function ModelPage({ editable, action, children }: ModelPageProps) {
  const text = useText(messages);
  const [filter, setFilter] = useState<ModelFilter>({});
  const [sort, setSort] = useState<ModelSort>({ field: "title", order: "ASC" });
  const [pagination, setPagination] = useState({ page: 1, perPage: PAGE_SIZES[0]! });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const settled = useDebouncedValue(filter, DEBOUNCE_MS);
  const list = useGetList<ManagedModelAnswer>("models", { pagination, sort, filter: settled }, { staleTime: MODEL_LIST_STALE_TIME });
  const models = list.data ?? [];
  /** Shows other rows. Models that are no longer shown do not stay chosen. */
  const turnTo = (page: number, perPage = pagination.perPage) => {
    setPagination({ page, perPage });
    setChosen([]);
  };
  // Models of a later page may be deleted meanwhile.
  const lastPage = Math.max(1, Math.ceil((list.total ?? 0) / pagination.perPage));
  const isBeyond = list.data?.length === 0 && pagination.page > lastPage;
  const turnBack = useEffectEvent(() => turnTo(lastPage));
  useEffect(() => {
    if (isBeyond) turnBack();
  }, [isBeyond]);
  const narrow = (next: ModelFilter) => {
    setFilter(next);
    turnTo(1);
  };
  const reorder = (next: ModelSort) => {
    setSort(next);
    turnTo(1);
  };
  const chosenModels = models.filter((model) => chosen.includes(model.id));
  return (
    <ManagementPage title={text("title")} hint={text("hint")} actions={action}>
      {children}
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", alignItems: "center" }}>
        <ModelFilters filter={filter} onChange={narrow} />
        <ApiQuota product={filter.product_type ?? "all"} />
      </Box>
      {editable ? <BulkActionsToolbar models={chosenModels} onDone={() => setChosen([])} /> : null}
      {list.isPending ? <Loading /> : null}
      {list.error ? <Failure error={list.error} title={text("failed")} onRetry={() => void list.refetch()} /> : null}
      {list.data && models.length === 0 && !isBeyond ? (
        <NoModels narrowed={Object.values(settled).some((value) => value !== undefined)} />
      ) : null}
      {models.length > 0 ? (
        <Paper>
          <ModelTable models={models} sort={sort} onSort={reorder} editable={editable} chosen={chosen} onChoose={setChosen} />
          <ListPagination
            {...pagination}
            total={list.total ?? models.length}
            pageSizes={PAGE_SIZES}
            onPage={(page) => turnTo(page)}
            onPerPage={(perPage) => turnTo(1, perPage)}
          />
        </Paper>
      ) : null}
    </ManagementPage>
  );
}

/** Number of enabled APIs and its limit. */
function ApiQuota({ product }: { product: ProductChoice }) {
  const text = useText(messages);
  const format = useFormat();
  const user = useUser().data;
  if (!user) return null;
  const count = user[`product_${product}_current`];
  const limit = product === "all" ? -1 : user[`product_${product}_enable_limit`];
  const used = limit === -1 ? text("used", { count }) : text("usedOf", { count, limit: format.number(limit) });
  return <Typography color="text.secondary">{used}</Typography>;
}

function NoModels({ narrowed }: { narrowed: boolean }) {
  const text = useText(messages);
  if (narrowed) return <EmptyState title={text("noMatchTitle")} hint={text("noMatchHint")} />;
  const toUpload = (
    <Button variant="contained" component={Link} to={uploadPath("all")}>
      {text("toUpload")}
    </Button>
  );
  return <EmptyState title={text("emptyTitle")} hint={text("emptyHint")} action={toUpload} />;
}

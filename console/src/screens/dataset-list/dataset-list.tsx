import { Box, Button, Paper, useMediaQuery, useTheme } from "@mui/material";
import { type RefObject, useState } from "react";
import { ListContextProvider } from "react-admin";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { ListPagination } from "../../lists/list-pagination.js";
import { useFocusAfterRemoval } from "../../lists/use-focus-after-removal.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { DatasetCards } from "./dataset-cards.js";
import { DatasetFilters } from "./dataset-filters.js";
import { DatasetTable } from "./dataset-table.js";
import { messages } from "./messages.js";
import { useDatasetList } from "./use-dataset-list.js";

const PAGE_SIZES = [25, 50, 100];

/** Table of datasets: filter, sort, rename, delete. Shows cards on a phone. `title` has the focus after a deletion. */
export function DatasetList({ title }: { title: RefObject<HTMLElement | null> }) {
  const text = useText(messages);
  const narrow = useMediaQuery(useTheme().breakpoints.down("md"));
  const { list, datasets } = useDatasetList();
  useFocusAfterRemoval(title, datasets?.length ?? 0);
  const restriction = useRestriction({ what: "dataset" });
  const filtered = Object.keys(list.filterValues).length > 0;
  const [cleared, setCleared] = useState(0);
  const clearFilters = () => {
    list.setFilters({});
    setCleared(cleared + 1);
  };
  const clear = (
    <Button variant="outlined" onClick={clearFilters}>
      {text("list.clear")}
    </Button>
  );
  return (
    <ListContextProvider value={list}>
      <Paper component="section" aria-label={text("heading")}>
        <DatasetFilters list={list} narrow={narrow} cleared={cleared} />
        {list.isPending ? <Loading rows={5} height={40} /> : null}
        {list.error ? <Failure error={list.error} title={text("list.failed")} onRetry={() => list.refetch()} /> : null}
        {datasets?.length === 0 && filtered ? <EmptyState title={text("list.none")} hint={text("list.noneHint")} action={clear} /> : null}
        {datasets?.length === 0 && !filtered ? (
          <EmptyState title={text("list.empty")} hint={restriction === null ? text("list.emptyHint") : undefined} />
        ) : null}
        {datasets && datasets.length > 0 ? (
          <Box sx={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
            {narrow ? <DatasetCards datasets={datasets} /> : <DatasetTable list={list} datasets={datasets} />}
          </Box>
        ) : null}
        {(list.total ?? 0) > Math.min(...PAGE_SIZES) ? (
          <ListPagination
            page={list.page}
            perPage={list.perPage}
            total={list.total ?? 0}
            pageSizes={PAGE_SIZES}
            onPage={list.setPage}
            onPerPage={list.setPerPage}
          />
        ) : null}
      </Paper>
    </ListContextProvider>
  );
}

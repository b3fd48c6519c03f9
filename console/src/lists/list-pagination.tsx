import { TablePagination } from "@mui/material";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface ListPaginationProps {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  pageSizes: readonly number[];
  onPage(page: number): void;
  onPerPage(perPage: number): void;
}

/** On a phone everything stands in one line: the choice of rows per page keeps its label for screen readers only. */
const PAGINATION_STYLE = {
  "& .MuiTablePagination-toolbar": { px: { xs: 1, sm: 2 } },
  "& .MuiTablePagination-selectLabel": { display: { xs: "none", sm: "block" } },
  "& .MuiTablePagination-input": { mx: { xs: 0, sm: 2 } },
  "& .MuiTablePagination-actions": { ml: { xs: 1, sm: 2.5 } },
};

/** Pages of a list. */
export function ListPagination({ page, perPage, total, pageSizes, onPage, onPerPage }: ListPaginationProps) {
  const text = useText(messages);
  const format = useFormat();
  const perPageLabel = text("rowsPerPage");
  return (
    <TablePagination
      component="div"
      count={total}
      page={page - 1}
      rowsPerPage={perPage}
      rowsPerPageOptions={[...pageSizes]}
      onPageChange={(_event, next) => onPage(next + 1)}
      onRowsPerPageChange={(event) => onPerPage(Number(event.target.value))}
      labelRowsPerPage={perPageLabel}
      labelDisplayedRows={({ from, to, count }) =>
        text("range", { from: format.number(from), to: format.number(to), total: format.number(count) })
      }
      getItemAriaLabel={(kind) => text(kind === "next" ? "next" : "previous")}
      slotProps={{ select: { inputProps: { "aria-label": perPageLabel } } }}
      sx={PAGINATION_STYLE}
    />
  );
}

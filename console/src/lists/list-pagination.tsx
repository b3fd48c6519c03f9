import { TablePagination } from "@mui/material";
import { useTranslate } from "react-admin";
import { useFormat } from "../i18n/use-format.js";

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

/** Pages of a list, with react-admin's texts. */
export function ListPagination({ page, perPage, total, pageSizes, onPage, onPerPage }: ListPaginationProps) {
  const translate = useTranslate();
  const format = useFormat();
  const perPageLabel = translate("ra.navigation.page_rows_per_page");
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
        translate("ra.navigation.page_range_info", {
          offsetBegin: format.number(from),
          offsetEnd: format.number(to),
          total: format.number(count),
        })
      }
      getItemAriaLabel={(kind) => translate(kind === "next" ? "ra.navigation.next" : "ra.navigation.previous")}
      slotProps={{ select: { inputProps: { "aria-label": perPageLabel } } }}
      sx={PAGINATION_STYLE}
    />
  );
}

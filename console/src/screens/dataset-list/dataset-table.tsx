import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TableSortLabel } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { Fragment } from "react";
import { DatasetReadError } from "../../csv-dialect/dataset-read-error.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { DatasetStateChip } from "../../layout/dataset-state-chip.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { SharingChip } from "../../sharing/sharing-chip.js";
import { DatasetName } from "./dataset-name.js";
import { DeleteButton } from "./delete-button.js";
import { messages } from "./messages.js";
import type { DatasetListController } from "./use-dataset-list.js";

export const SORTABLE_FIELDS = ["title", "product_type", "total_rows", "column_count", "status", "owner_name", "updated_at"] as const;
const NUMERIC_FIELDS: readonly string[] = ["total_rows", "column_count"];

interface DatasetTableProps {
  list: DatasetListController;
  datasets: DatasetAnswer[];
}

export function DatasetTable({ list, datasets }: DatasetTableProps) {
  const text = useText(messages);
  return (
    <TableContainer>
      <Table size="small" aria-label={text("heading")}>
        <TableHead>
          <TableRow>
            {SORTABLE_FIELDS.map((field) => (
              <SortableHead key={field} field={field} list={list} />
            ))}
            <TableCell>
              <span style={visuallyHidden}>{text("columns.actions")}</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {datasets.map((dataset) => (
            <DatasetRow key={dataset.id} dataset={dataset} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function SortableHead({ field, list }: { field: (typeof SORTABLE_FIELDS)[number]; list: DatasetListController }) {
  const text = useText(messages);
  const { sort, setSort } = list;
  const active = sort.field === field;
  const order = sort.order === "ASC" ? "asc" : "desc";
  const next = active && sort.order === "ASC" ? "DESC" : "ASC";
  return (
    <TableCell align={NUMERIC_FIELDS.includes(field) ? "right" : "left"} sortDirection={active ? order : false}>
      <TableSortLabel active={active} direction={active ? order : "asc"} onClick={() => setSort({ field, order: next })}>
        {text(`columns.${field}`)}
      </TableSortLabel>
    </TableCell>
  );
}

function DatasetRow({ dataset }: { dataset: DatasetAnswer }) {
  const layout = useText(layoutMessages);
  const format = useFormat();
  const count = (value: number | null) => (value === null ? "–" : format.number(value));
  return (
    <Fragment>
      <TableRow hover sx={dataset.reason ? { "& > td": { borderBottom: 0 } } : {}}>
        <TableCell sx={{ minWidth: 220 }}>
          <DatasetName dataset={dataset} />
        </TableCell>
        <TableCell>{layout(`products.${dataset.product_type}`)}</TableCell>
        <TableCell align="right">{count(dataset.total_rows)}</TableCell>
        <TableCell align="right">{count(dataset.column_count)}</TableCell>
        <TableCell>
          <DatasetStateChip status={dataset.status} />
        </TableCell>
        <TableCell>
          {dataset.owner_name}
          <SharingChip dataset={dataset} />
        </TableCell>
        <TableCell sx={{ whiteSpace: "nowrap" }} title={format.dateTime(dataset.updated_at)}>
          {format.ago(dataset.updated_at, Date.now())}
        </TableCell>
        <TableCell align="right" sx={{ py: 0 }}>
          <DeleteButton dataset={dataset} />
        </TableCell>
      </TableRow>
      {dataset.reason ? (
        <TableRow>
          <TableCell colSpan={SORTABLE_FIELDS.length + 1} sx={{ pt: 0 }}>
            <DatasetReadError dataset={dataset} />
          </TableCell>
        </TableRow>
      ) : null}
    </Fragment>
  );
}

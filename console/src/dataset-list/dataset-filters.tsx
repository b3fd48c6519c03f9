import type { DatasetRole } from "@agatha/contracts/wire";
import { Box, MenuItem, TextField } from "@mui/material";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useText } from "../i18n/use-text.js";
import { messages as layoutMessages } from "../layout/messages.js";
import { useAnalysis } from "../routing/analysis-context.js";
import { uploadPath } from "../routing/paths.js";
import { isProductEnabled, PRODUCTS, type ProductChoice } from "../routing/products.js";
import { useSessionUser } from "../routing/session.js";
import { SORTABLE_FIELDS } from "./dataset-table.js";
import { messages } from "./messages.js";
import { type DatasetListController, type StateFilter, statusesOf } from "./use-dataset-list.js";

const ROLES_OF = { mine: ["owner"], sharedWithMe: ["editor", "viewer"] } as const satisfies Record<string, DatasetRole[]>;
const OWNERSHIP_FILTERS = ["mine", "sharedWithMe"] as const;
const STATE_FILTERS = ["busy", "ready", "failed"] as const satisfies readonly StateFilter[];

interface DatasetFiltersProps {
  list: DatasetListController;
  narrow: boolean;
  /** Number of times that the filters were cleared. A change resets the typed name. */
  cleared: number;
}

/** Filters the list by product (in the address), name and status. Also sorts it on a phone. */
export function DatasetFilters({ list, narrow, cleared }: DatasetFiltersProps) {
  return (
    <Box sx={{ display: "grid", gap: 2, p: 2, gridTemplateColumns: { xs: "1fr 1fr", md: "220px 200px 160px 200px" } }}>
      <NameFilter key={cleared} list={list} initial={cleared === 0 ? (list.filterValues.q ?? "") : ""} />
      <ProductFilter />
      <StatusFilter list={list} />
      <OwnershipFilter list={list} />
      {narrow ? <SortChoice list={list} /> : null}
    </Box>
  );
}

function NameFilter({ list, initial }: { list: DatasetListController; initial: string }) {
  const text = useText(messages);
  const [typed, setTyped] = useState(initial);
  return (
    <TextField
      id="datasets-name"
      type="search"
      label={text("filter.name")}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        list.setFilters(withFilter(list.filterValues, "q", event.target.value.trim()));
      }}
      sx={{ gridColumn: { xs: "1 / -1", md: "auto" } }}
    />
  );
}

function ProductFilter() {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  const user = useSessionUser();
  const navigate = useNavigate();
  const { product } = useAnalysis();
  const choices: ProductChoice[] = ["all", ...PRODUCTS.filter((product) => isProductEnabled(user, product))];
  return (
    <TextField
      select
      id="datasets-product"
      label={text("filter.product")}
      value={product}
      onChange={(event) => navigate(uploadPath(event.target.value as ProductChoice))}
    >
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {layout(`products.${choice}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function StatusFilter({ list }: { list: DatasetListController }) {
  const text = useText(messages);
  const present = STATE_FILTERS.find((filter) => String(statusesOf(filter)) === String(list.filterValues.status ?? ""));
  const change = (value: string) => {
    const filter = STATE_FILTERS.find((state) => state === value);
    list.setFilters(withFilter(list.filterValues, "status", filter ? statusesOf(filter) : ""));
  };
  return (
    <TextField
      select
      id="datasets-status"
      label={text("filter.state")}
      value={present ?? "any"}
      onChange={(event) => change(event.target.value)}
    >
      <MenuItem value="any">{text("filter.anyState")}</MenuItem>
      {STATE_FILTERS.map((filter) => (
        <MenuItem key={filter} value={filter}>
          {text(`filter.${filter}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Filters by whether datasets are one's own or shared with oneself. */
function OwnershipFilter({ list }: { list: DatasetListController }) {
  const text = useText(messages);
  const present = OWNERSHIP_FILTERS.find((filter) => String(ROLES_OF[filter]) === String(list.filterValues.role ?? ""));
  const change = (value: string) => {
    const filter = OWNERSHIP_FILTERS.find((one) => one === value);
    list.setFilters(withFilter(list.filterValues, "role", filter ? ROLES_OF[filter] : ""));
  };
  return (
    <TextField
      select
      id="datasets-ownership"
      label={text("filter.ownership")}
      value={present ?? "any"}
      onChange={(event) => change(event.target.value)}
      sx={{ gridColumn: { xs: "1 / -1", md: "auto" } }}
    >
      <MenuItem value="any">{text("filter.anyOwnership")}</MenuItem>
      {OWNERSHIP_FILTERS.map((filter) => (
        <MenuItem key={filter} value={filter}>
          {text(`filter.${filter}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function SortChoice({ list }: { list: DatasetListController }) {
  const text = useText(messages);
  return (
    <TextField
      select
      id="datasets-sort"
      label={text("filter.sort")}
      value={list.sort.field}
      onChange={(event) => list.setSort({ field: event.target.value, order: event.target.value === "updated_at" ? "DESC" : "ASC" })}
      sx={{ gridColumn: "1 / -1" }}
    >
      {SORTABLE_FIELDS.map((field) => (
        <MenuItem key={field} value={field}>
          {text(`columns.${field}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Returns the filters with another value for one of them, or without it if the value is empty. */
function withFilter(filters: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _before, ...rest } = filters;
  return value === "" ? rest : { ...rest, [name]: value };
}

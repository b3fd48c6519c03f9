import { FILTER_TEXT_LENGTH } from "@agatha/contracts/kinds/limits";
import type { DatasetRole } from "@agatha/contracts/wire";
import { Box, MenuItem, TextField, type TextFieldProps } from "@mui/material";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { useAnalysis } from "../../routing/analysis-context.js";
import { uploadPath } from "../../routing/paths.js";
import { isProductEnabled, PRODUCTS, type ProductChoice } from "../../routing/products.js";
import { useSessionUser } from "../../routing/session.js";
import { SORTABLE_FIELDS } from "./dataset-table.js";
import { messages } from "./messages.js";
import { type DatasetListController, type StateFilter, statusesOf } from "./use-dataset-list.js";

const ROLES_OF = { mine: ["owner"], sharedWithMe: ["editor", "viewer"] } as const satisfies Record<string, DatasetRole[]>;
const OWNERSHIP_FILTERS = ["mine", "sharedWithMe"] as const;
const STATE_FILTERS = ["busy", "ready", "failed"] as const satisfies readonly StateFilter[];

/** A field whose values are too long for half of a phone. */
const WIDE_ON_PHONES = { gridColumn: { xs: "1 / -1", md: "auto" } } as const;

interface DatasetFiltersProps {
  list: DatasetListController;
  narrow: boolean;
  /** Number of times that the filters were cleared. A change resets the typed name. */
  cleared: number;
}

/** Filters the list by product (in the address), name and status. Also sorts it on a phone. */
export function DatasetFilters({ list, narrow, cleared }: DatasetFiltersProps) {
  return (
    <Box sx={{ display: "grid", gap: 2, p: 2, gridTemplateColumns: { xs: "1fr 1fr", md: "220px 200px 200px 160px" } }}>
      <NameFilter key={cleared} list={list} initial={cleared === 0 ? (list.filterValues.q ?? "") : ""} />
      <ProductFilter />
      <OwnershipFilter list={list} />
      <StatusFilter list={list} />
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
      slotProps={{ htmlInput: { maxLength: FILTER_TEXT_LENGTH } }}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        list.setFilters(withFilter(list.filterValues, "q", event.target.value.trim()));
      }}
      sx={WIDE_ON_PHONES}
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
      sx={WIDE_ON_PHONES}
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
  const choices = STATE_FILTERS.map((state) => ({ name: state, label: text(`filter.${state}`), values: statusesOf(state) }));
  return <ValuesFilter list={list} field="status" label={text("filter.state")} any={text("filter.anyState")} choices={choices} />;
}

/** Filters by whether datasets are one's own or shared with oneself. */
function OwnershipFilter({ list }: { list: DatasetListController }) {
  const text = useText(messages);
  const choices = OWNERSHIP_FILTERS.map((name) => ({ name, label: text(`filter.${name}`), values: ROLES_OF[name] }));
  return (
    <ValuesFilter
      list={list}
      field="role"
      label={text("filter.ownership")}
      any={text("filter.anyOwnership")}
      choices={choices}
      sx={WIDE_ON_PHONES}
    />
  );
}

interface ValuesFilterProps extends Pick<TextFieldProps, "label" | "sx"> {
  list: DatasetListController;
  field: string;
  /** Shown for no filter. */
  any: string;
  /** Each choice lets datasets through that have one of its values. */
  choices: readonly { name: string; label: string; values: readonly string[] }[];
}

function ValuesFilter({ list, field, any, choices, ...shown }: ValuesFilterProps) {
  const present = choices.find(({ values }) => String(values) === String(list.filterValues[field] ?? ""));
  const change = (chosen: string) =>
    list.setFilters(withFilter(list.filterValues, field, choices.find(({ name }) => name === chosen)?.values ?? ""));
  return (
    <TextField {...shown} select id={`datasets-${field}`} value={present?.name ?? "any"} onChange={(event) => change(event.target.value)}>
      <MenuItem value="any">{any}</MenuItem>
      {choices.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {label}
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

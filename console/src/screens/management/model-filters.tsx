import { FILTER_TEXT_LENGTH } from "@agatha/contracts/kinds/limits";
import { MenuItem, TextField } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { PRODUCTS, type ProductChoice } from "../../routing/products.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";
import { OwnerChoice } from "./owner-choice.js";

/** Filters of the list of models. Absent fields do not filter. */
export interface ModelFilter {
  q?: string | undefined;
  product_type?: Exclude<ProductChoice, "all"> | undefined;
  owner_id?: string | undefined;
  api_enabled?: boolean | undefined;
  api_used?: boolean | undefined;
}

interface ModelFiltersProps {
  filter: ModelFilter;
  onChange(filter: ModelFilter): void;
}

const ANY = "any";

export function ModelFilters({ filter, onChange }: ModelFiltersProps) {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  const isManager = useSessionUser().auth === "manager";
  const choose = (field: keyof ModelFilter) => (value: string | boolean | undefined) => onChange({ ...filter, [field]: value });
  return (
    <>
      <TextField
        label={text("search")}
        type="search"
        slotProps={{ htmlInput: { maxLength: FILTER_TEXT_LENGTH } }}
        value={filter.q ?? ""}
        onChange={(event) => choose("q")(event.target.value || undefined)}
      />
      <Choice
        label={text("product")}
        value={filter.product_type}
        choices={PRODUCTS.map((product) => [product, layout(`products.${product}`)])}
        all={text("allProducts")}
        onChange={choose("product_type")}
      />
      {isManager ? <OwnerChoice owner={filter.owner_id} onChange={choose("owner_id")} /> : null}
      <Choice
        label={text("apiState")}
        value={filter.api_enabled}
        choices={[
          [true, text("api.on")],
          [false, text("api.off")],
        ]}
        all={text("any")}
        onChange={choose("api_enabled")}
      />
      <Choice
        label={text("use")}
        value={filter.api_used}
        choices={[
          [true, text("usedOnes")],
          [false, text("unusedOnes")],
        ]}
        all={text("any")}
        onChange={choose("api_used")}
      />
    </>
  );
}

interface ChoiceProps<T extends string | boolean> {
  label: string;
  value: T | undefined;
  choices: readonly (readonly [value: T, label: string])[];
  /** Label of the choice that does not filter. */
  all: string;
  onChange(value: T | undefined): void;
}

function Choice<T extends string | boolean>({ label, value, choices, all, onChange }: ChoiceProps<T>) {
  return (
    <TextField
      select
      label={label}
      value={value === undefined ? ANY : String(value)}
      onChange={(event) => onChange(choices.find(([each]) => String(each) === event.target.value)?.[0])}
      sx={{ minWidth: 140 }}
    >
      <MenuItem value={ANY}>{all}</MenuItem>
      {choices.map(([each, name]) => (
        <MenuItem key={String(each)} value={String(each)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

import type { ColumnType } from "@agatha/contracts";
import { Autocomplete, TextField, Typography } from "@mui/material";
import { useSameWhileEqual } from "../../../fields/use-same-while-equal.js";
import { useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { ColumnTypeIcon } from "../../dataset/columns/column-type-icon.js";
import { messages } from "../messages.js";
import type { Problem } from "../steps/problems.js";

interface ColumnFieldProps {
  label: string;
  columns: readonly StepColumn[];
  /** Restricts the choice to columns of these types. */
  types?: readonly ColumnType[];
  value: string | null;
  problem?: Problem | undefined;
  autoFocus?: boolean;
  onChange(column: StepColumn): void;
  /** Set if the column is optional. */
  onClear?: () => void;
}

/** Select field for one of the columns that a step receives. */
export function ColumnField({ label, columns, types, value, problem, autoFocus, onChange, onClear }: ColumnFieldProps) {
  const text = useText(messages);
  const offered = types ? columns.filter(({ type }) => types.includes(type)) : columns;
  const chosen = useSameWhileEqual(offered.find(({ name }) => name === value));
  return (
    <Autocomplete
      options={[...offered]}
      getOptionLabel={(column) => column.label}
      getOptionKey={(column) => column.name}
      isOptionEqualToValue={(option, other) => option.name === other.name}
      value={chosen ?? null}
      onChange={(_event, column) => (column ? onChange(column) : onClear?.())}
      disableClearable={chosen !== undefined && onClear === undefined}
      autoHighlight
      noOptionsText={text("step.noColumns")}
      sx={{ flex: "1 1 200px", minWidth: 180, maxWidth: 400 }}
      renderOption={({ key, ...props }, column) => (
        <li key={key} {...props}>
          <ColumnTypeIcon type={column.type} />
          <Typography component="span" sx={{ ml: 1, minWidth: 0 }}>
            {column.label}
          </Typography>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          autoFocus={autoFocus ?? false}
          error={problem !== undefined}
          helperText={problem ? text(`problem.${problem}`) : undefined}
        />
      )}
    />
  );
}

interface ColumnsFieldProps extends Omit<ColumnFieldProps, "value" | "onChange" | "onClear" | "autoFocus"> {
  value: readonly string[];
  onChange(names: string[]): void;
}

/** Select field for several columns, in the order of selection. */
export function ColumnsField({ label, columns, types, value, problem, onChange }: ColumnsFieldProps) {
  const text = useText(messages);
  const offered = types ? columns.filter(({ type }) => types.includes(type)) : columns;
  const chosen = useSameWhileEqual(value.flatMap((name) => offered.find((column) => column.name === name) ?? []));
  return (
    <Autocomplete
      multiple
      options={[...offered]}
      getOptionLabel={(column) => column.label}
      getOptionKey={(column) => column.name}
      isOptionEqualToValue={(option, other) => option.name === other.name}
      value={chosen}
      onChange={(_event, columns) => onChange(columns.map(({ name }) => name))}
      filterSelectedOptions
      disableCloseOnSelect
      autoHighlight
      noOptionsText={text("step.noColumns")}
      renderInput={(params) => (
        <TextField {...params} label={label} error={problem !== undefined} helperText={problem ? text(`problem.${problem}`) : undefined} />
      )}
    />
  );
}

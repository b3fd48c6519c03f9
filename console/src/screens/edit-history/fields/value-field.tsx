import { Autocomplete, TextField } from "@mui/material";
import { formatTime } from "../../../i18n/format.js";
import { useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import type { Problem } from "../steps/problems.js";

interface ValueFieldProps {
  label: string;
  /** Column whose values are entered. */
  column: StepColumn | undefined;
  value: string;
  problem?: Problem | undefined;
  /** Which end of the column's range is the placeholder of an empty field. */
  bound?: "first" | "last";
  onChange(value: string): void;
}

const WIDTH = { flex: "1 1 150px", minWidth: 140, maxWidth: 320 };

/** Field for a number, a text or a time, by the column's type. Suggests frequent texts. */
export function ValueField({ label, column, value, problem, bound, onChange }: ValueFieldProps) {
  const text = useText(messages);
  const field = {
    label,
    error: problem !== undefined,
    helperText: problem ? text(`problem.${problem}`) : undefined,
    placeholder: placeholderOf(column, bound),
  };
  if (column?.type === "s" && column.frequentValues.length > 0) {
    return (
      <Autocomplete
        freeSolo
        options={[...column.frequentValues]}
        inputValue={value}
        onInputChange={(_event, typed) => onChange(typed)}
        sx={WIDTH}
        renderInput={(params) => <TextField {...params} {...field} />}
      />
    );
  }
  return (
    <TextField
      {...field}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: column?.type === "n" ? "decimal" : "text", autoComplete: "off" } }}
      sx={WIDTH}
    />
  );
}

function placeholderOf(column: StepColumn | undefined, bound: "first" | "last" | undefined): string {
  const end = column?.range?.[bound === "last" ? 1 : 0];
  if (column?.type === "d") return formatTime(new Date(end ?? Date.UTC(2024, 0, 1)).toISOString());
  return bound !== undefined && end !== undefined ? String(end) : "";
}

interface ValuesFieldProps extends Omit<ValueFieldProps, "value" | "onChange" | "bound"> {
  values: readonly string[];
  onChange(values: string[]): void;
}

/** Several values. Enter adds a value, and leaving the field adds the last one. */
export function ValuesField({ label, column, values, problem, onChange }: ValuesFieldProps) {
  const text = useText(messages);
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={column?.type === "s" ? [...column.frequentValues] : []}
      value={[...values]}
      onChange={(_event, entered) => onChange([...new Set(entered)])}
      filterSelectedOptions
      sx={{ flex: "2 1 260px", minWidth: 200 }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={problem !== undefined}
          helperText={text(problem ? `problem.${problem}` : "filter.valuesHint")}
        />
      )}
    />
  );
}

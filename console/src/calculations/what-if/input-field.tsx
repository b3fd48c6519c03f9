import type { ModelInput } from "@agatha/contracts";
import { Autocomplete, Box, Slider, TextField } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { numberText } from "../../fields/number-text.js";
import { formatTime } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { invalidInputs, sliderStep } from "./inputs.js";

interface InputFieldProps {
  input: ModelInput;
  /** The input in words. */
  label: string;
  value: string;
  /** Whether the model has never seen such a value. */
  outOfRange: boolean;
  onChange(value: string): void;
}

/** One input: a slider over the training range with a free number field, a list of levels, or a time field. */
export function InputField(props: InputFieldProps) {
  if (props.input.type === "n") return <SliderField {...props} />;
  return props.input.type === "s" ? <LevelField {...props} /> : <TimeField {...props} />;
}

function SliderField({ input, label, value, outOfRange, onChange }: InputFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  const { min, max } = input;
  const number = Number(value);
  const readable = invalidInputs([input], new Map([[input.name, value]])).length === 0;
  const wrong = outOfRange || !readable;
  const slides = min !== null && max !== null && max > min;
  const range = slides ? text("whatIf.range", { min: format.number(min), max: format.number(max) }) : " ";
  return (
    <Box>
      <NumberField
        label={label}
        value={value}
        onChange={onChange}
        problem={wrong ? helperText(true, text(readable ? "whatIf.outside" : "whatIf.noNumber"), range) : undefined}
        hint={range}
        placeholder={text("whatIf.empty")}
        shrink
        width="100%"
      />
      {slides ? (
        <Slider
          size="small"
          aria-label={label}
          value={Math.min(max, Math.max(min, Number.isNaN(number) || value.trim() === "" ? min : number))}
          min={min}
          max={max}
          step={sliderStep(input)}
          onChange={(_event, position) => onChange(numberText((Array.isArray(position) ? position[0] : position) ?? min, input))}
          sx={{ display: "block", mx: 1, width: "calc(100% - 16px)" }}
        />
      ) : null}
    </Box>
  );
}

function LevelField({ input, label, value, outOfRange, onChange }: InputFieldProps) {
  const text = useText(messages);
  return (
    <Autocomplete
      freeSolo
      options={input.levels}
      inputValue={value}
      onInputChange={(_event, entered) => onChange(entered)}
      // Offers every level, whatever is entered.
      filterOptions={(levels) => levels}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={text("whatIf.empty")}
          error={outOfRange}
          helperText={helperText(outOfRange, text("whatIf.outside"), " ")}
          InputLabelProps={{ ...params.InputLabelProps, shrink: true }}
        />
      )}
    />
  );
}

function TimeField({ input, label, value, outOfRange, onChange }: InputFieldProps) {
  const text = useText(messages);
  // Times are entered in the time zone of the table, as its rows show them, not in that of the browser.
  const day = (time: number) => formatTime(new Date(time).toISOString());
  const range = input.min === null || input.max === null ? " " : text("whatIf.range", { min: day(input.min), max: day(input.max) });
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={value}
      fullWidth
      onChange={(event) => onChange(event.target.value)}
      error={outOfRange}
      helperText={helperText(outOfRange, text("whatIf.outside"), range)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function helperText(outside: boolean, warning: string, otherwise: string): string {
  return outside ? `${warning}${otherwise.trim() === "" ? "" : ` (${otherwise})`}` : otherwise;
}

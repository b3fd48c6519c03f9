import type { ModelInput } from "@agatha/contracts";
import { Autocomplete, Box, TextField, Typography } from "@mui/material";
import { memo, useCallback, useRef, useState } from "react";
import { NumberField } from "../../fields/number-field.js";
import { numberText } from "../../fields/number-text.js";
import { formatTime } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { invalidInputs, timeFieldProps } from "./inputs.js";
import { CURVE_HEIGHT, ResponseCurve, type ShownCurve } from "./response-curve.js";
import { useInView } from "./use-names-in-view.js";

interface InputFieldProps {
  input: ModelInput;
  /** The input in words. */
  label: string;
  value: string;
  /** Whether the model has never seen such a value. */
  outOfRange: boolean;
  onChange(value: string): void;
}

interface InputWithCurveProps extends Omit<InputFieldProps, "onChange"> {
  /** Undefined while it is loading, and while the input is out of view. */
  shown: ShownCurve | undefined;
  isPrinting: boolean;
  onChange(name: string, value: string): void;
  onView(name: string, isInView: boolean): void;
}

/** Height of a field, its hint included. */
const FIELD_HEIGHT = 62;

/**
 * One input with the curve of the answer over its range. There may be hundreds: only those whose props change are rendered again, and
 * an input has its name alone until it first comes into view.
 */
export const InputWithCurve = memo(function InputWithCurve({ shown, isPrinting, onView, onChange, ...field }: InputWithCurveProps) {
  const element = useRef<HTMLDivElement>(null);
  const [wasInView, setWasInView] = useState(false);
  const { input, label, value } = field;
  const report = useCallback(
    (name: string, isInView: boolean) => {
      if (isInView) setWasInView(true);
      onView(name, isInView);
    },
    [onView],
  );
  useInView(element, input.name, report);
  const change = (entered: string) => onChange(input.name, entered);
  return (
    <Box
      ref={element}
      sx={{ display: "grid", gap: 1, breakInside: "avoid", gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "200px minmax(0, 1fr)" } }}
    >
      {wasInView || isPrinting ? (
        <InputField {...field} onChange={change} />
      ) : (
        <Typography sx={{ minHeight: FIELD_HEIGHT }}>{label}</Typography>
      )}
      {shown ? (
        <ResponseCurve {...shown} input={input} label={label} value={value} onChange={change} />
      ) : (
        <Box sx={{ height: CURVE_HEIGHT }} />
      )}
    </Box>
  );
});

/** A free number field, a list of levels, or a time field. */
function InputField(props: InputFieldProps) {
  if (props.input.type === "n") return <RangeField {...props} />;
  return props.input.type === "s" ? <LevelField {...props} /> : <TimeField {...props} />;
}

/** Shows seven digits of a number until somebody edits it: the number that is sent keeps all. */
function RangeField({ input, label, value, outOfRange, onChange }: InputFieldProps) {
  const text = useText(messages);
  const [edited, setEdited] = useState(false);
  const format = useFormat();
  const { min, max } = input;
  const readable = invalidInputs([input], new Map([[input.name, value]])).length === 0;
  const wrong = outOfRange || !readable;
  const range = min === null || max === null ? " " : text("whatIf.range", { min: format.number(min), max: format.number(max) });
  return (
    <NumberField
      label={label}
      value={edited || !readable || value.trim() === "" ? value : numberText(Number(value), input)}
      onChange={onChange}
      onFocus={() => setEdited(true)}
      onBlur={() => setEdited(false)}
      problem={wrong ? helperText(true, text(readable ? "whatIf.outside" : "whatIf.noNumber"), range) : undefined}
      hint={range}
      placeholder={text("whatIf.empty")}
      shrink
      width="100%"
    />
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
      // A date with its time fits beside the curve in each language.
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { ...timeFieldProps(value), sx: { fontSize: 13, px: 1 } } }}
    />
  );
}

function helperText(outside: boolean, warning: string, otherwise: string): string {
  return outside ? `${warning}${otherwise.trim() === "" ? "" : ` (${otherwise})`}` : otherwise;
}

import { isTypeFault, type ValueType } from "@agatha/contracts/formula/index";
import { Autocomplete, Box, TextField, Typography } from "@mui/material";
import { useLayoutEffect, useRef, useState } from "react";
import { useText } from "../../../i18n/use-text.js";
import { type FormulaFault, formulaFault } from "../../../step-columns/formula-fault.js";
import { messages } from "../messages.js";
import type { DerivedColumnDraft } from "../steps/derived-draft.js";
import { type Completion, complete, completions, signatureOf } from "../steps/formula-completion.js";
import type { FieldsProps } from "./fields-props.js";
import { ZoneHint } from "./zone-hint.js";

/** An expression, with completion of names and its first fault underlined at its place. */
export function FormulaField({ draft, columns, timezone, problemOf, onChange }: FieldsProps<DerivedColumnDraft>) {
  const text = useText(messages);
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(draft.expression.length);
  const [inserted, setInserted] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (inserted === null) return;
    input.current?.setSelectionRange(inserted, inserted);
    setInserted(null);
  }, [inserted]);
  const accept = (completion: Completion) => {
    const next = complete(draft.expression, caret, completion);
    onChange({ ...draft, expression: next.formula });
    setCaret(next.caret);
    setInserted(next.caret);
  };
  const fault = draft.expression.trim() === "" && !problemOf("expression") ? null : formulaFault(draft.expression, columns);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Autocomplete
        freeSolo
        disableClearable
        options={completions(draft.expression, caret, columns)}
        filterOptions={(options) => options}
        getOptionLabel={(option) => (typeof option === "string" ? option : option.name)}
        getOptionKey={(option) => (typeof option === "string" ? option : `${option.kind} ${option.name}`)}
        value=""
        inputValue={draft.expression}
        onInputChange={(_event, expression, reason) => {
          if (reason !== "input") return;
          onChange({ ...draft, expression });
          setCaret(input.current?.selectionStart ?? expression.length);
        }}
        onChange={(_event, option) => {
          if (typeof option !== "string") accept(option);
        }}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props}>
            <Typography component="span" sx={{ fontFamily: "monospace" }}>
              {option.kind === "column"
                ? option.name
                : signatureOf(option.name as never, (parameter) => text(`formula.takes.${parameter}`))}
            </Typography>
          </li>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            inputRef={input}
            label={text("formula.expression")}
            error={fault !== null}
            helperText={fault ? <FaultText expression={draft.expression} fault={fault} /> : text("formula.hint")}
            onSelect={() => setCaret(input.current?.selectionStart ?? 0)}
            slotProps={{
              htmlInput: { ...params.inputProps, maxLength: 4000, spellCheck: false, style: { fontFamily: "monospace" } },
            }}
          />
        )}
      />
      <ZoneHint columns={columns} timezone={timezone} />
    </Box>
  );
}

/** The fault in words, under the formula with the faulty part underlined. */
function FaultText({ expression, fault: { fault, place, values } }: { expression: string; fault: FormulaFault }) {
  const text = useText(messages);
  const words = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isTypeFault(fault) ? text(`formula.types.${value as ValueType}`) : value]),
  );
  return (
    <>
      <Box component="span" sx={{ display: "block", fontFamily: "monospace", overflowWrap: "anywhere", color: "text.primary" }}>
        {expression.slice(0, place.start)}
        <Box component="mark" sx={{ bgcolor: "transparent", color: "error.main", textDecoration: "underline wavy" }}>
          {expression.slice(place.start, place.end)}
        </Box>
        {expression.slice(place.end)}
      </Box>
      {text(`formula.faults.${fault}`, words)}
    </>
  );
}

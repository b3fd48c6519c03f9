import type { FileFault } from "@agatha/contracts/errors/file-faults";
import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, MenuItem, TextField } from "@mui/material";
import { type FormEvent, useState } from "react";
import { useApiQuery } from "../api/use-api-query.js";
import { closeUnlessBeside } from "../dialogs/close-unless-beside.js";
import { useText } from "../i18n/use-text.js";
import { ENCODINGS } from "./encodings.js";
import { useFaultText } from "./file-problem.js";
import { FirstLineField } from "./first-line-field.js";
import { messages } from "./messages.js";
import { PreviewTable } from "./preview-table.js";
import type { ReadingChoice, ReadSource } from "./read-source.js";
import { TimeZoneField } from "./time-zone-field.js";

const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe", " ": "space" } as const;
type Delimiter = keyof typeof DELIMITERS;
const DECIMALS = { ".": "point", ",": "comma" } as const;

interface CsvDialectDialogProps {
  open: boolean;
  source: ReadSource;
  onSubmit: (options: ReadingChoice) => void;
  onClose: () => void;
}

/** Dialog that asks how to read a file again and shows its first rows as they would be read. */
export function CsvDialectDialog({ open, source, onSubmit, onClose }: CsvDialectDialogProps) {
  const text = useText(messages);
  return (
    <Dialog open={open} onClose={closeUnlessBeside(onClose)} maxWidth="md" fullWidth aria-labelledby="reading-title">
      <DialogTitle id="reading-title">{text("title", { name: source.name })}</DialogTitle>
      <CsvDialectForm source={source} onSubmit={onSubmit} onClose={onClose} />
    </Dialog>
  );
}

function CsvDialectForm({ source, onSubmit, onClose }: Omit<CsvDialectDialogProps, "open">) {
  const text = useText(messages);
  const faultText = useFaultText();
  const [chosen, setChosen] = useState<ReadingChoice>({});
  const [incomplete, setIncomplete] = useState(false);
  const preview = useApiQuery(["file-preview", source.key, chosen], (signal) => source.preview(chosen, signal), {
    keepPreviousAnswer: true,
  });
  const change = (option: keyof ReadingChoice, value: string | number) => {
    setIncomplete(false);
    setChosen(({ [option]: _earlier, ...others }) => (value === "" ? others : { ...others, [option]: value }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (Object.keys(chosen).length === 0) return setIncomplete(true);
    onSubmit(chosen);
    onClose();
  };
  const { problem, sheets = [], sheet, encoding, delimiter, decimal } = preview.data ?? {};
  const [cause] = problem?.detail ?? [];
  const header = chosen.header ?? source.options.header ?? "first_row";
  /** Returns the problem that a choice has, for its field. */
  const problemOf = (path: string) => (cause?.path === path ? (faultText(cause.fault) ?? cause.message) : null);
  /** An option that is not chosen is detected. The preview shows the detected value, unless it is still that of another choice. */
  const detected = (option: SelectedOption, found?: string | null) => ({
    value: "",
    label: found && chosen[option] === undefined && !preview.isPlaceholderData ? text("detectedAs", { found }) : text("detected"),
  });
  const nameOfDelimiter = (sign: string) => (Object.hasOwn(DELIMITERS, sign) ? text(`delimiters.${DELIMITERS[sign as Delimiter]}`) : sign);
  const field = (name: SelectedOption) => ({ name, label: text(name), value: chosen[name] ?? "", onChange: change });
  return (
    <form onSubmit={submit}>
      <DialogContent sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2, pt: 0 }}>
        <DialogContentText>{text("hint")}</DialogContentText>
        <Box sx={{ display: "grid", gap: 2, pt: 1, gridTemplateColumns: "repeat(auto-fit, minmax(200px, 1fr))" }}>
          {source.format === "csv" ? (
            <>
              <SelectField
                {...field("encoding")}
                options={[
                  detected("encoding", encoding && ENCODINGS[encoding]),
                  ...Object.entries(ENCODINGS).map(([value, label]) => ({ value, label })),
                ]}
                problem={problemOf("encoding")}
              />
              <SelectField
                {...field("delimiter")}
                options={[
                  detected("delimiter", delimiter && nameOfDelimiter(delimiter)),
                  ...Object.keys(DELIMITERS).map((value) => ({ value, label: nameOfDelimiter(value) })),
                ]}
                problem={problemOf("source.delimiter")}
              />
              <SelectField
                {...field("decimal")}
                options={[
                  detected("decimal", decimal && text(`decimals.${DECIMALS[decimal]}`)),
                  ...([".", ","] as const).map((value) => ({ value, label: text(`decimals.${DECIMALS[value]}`) })),
                ]}
              />
              <SelectField
                {...field("dates")}
                options={[
                  detected("dates"),
                  ...(["day_first", "month_first", "year_first"] as const).map((value) => ({ value, label: text(`dateOrders.${value}`) })),
                ]}
              />
            </>
          ) : (
            <SelectField
              {...field("sheet")}
              value={chosen.sheet ?? source.options.sheet ?? sheet ?? sheets[0] ?? ""}
              options={sheets.map((name) => ({ value: name, label: name }))}
              problem={problemOf("source.sheet")}
            />
          )}
          <SelectField
            {...field("header")}
            value={header}
            options={(["first_row", "none"] as const).map((value) => ({ value, label: text(`headers.${value}`) }))}
          />
          <FirstLineField
            label={text(`firstLine.${header}.${source.format === "csv" ? "line" : "row"}`)}
            skipped={chosen.skip_rows ?? source.options.skip_rows ?? 0}
            problem={problemOf("source.skipRows")}
            onChange={(skipped) => change("skip_rows", skipped)}
          />
          {source.timezone === undefined ? null : (
            <TimeZoneField value={chosen.timezone ?? source.timezone} onChange={(zone) => change("timezone", zone)} />
          )}
        </Box>
        <NamesProposal fault={cause?.fault} onTake={(skipped) => change("skip_rows", skipped)} />
        <PreviewTable format={source.format} preview={preview} />
      </DialogContent>
      <DialogActions sx={{ gap: 1 }}>
        <Box role="status" sx={{ flexGrow: 1, color: "error.main" }}>
          {incomplete ? text("choose") : null}
        </Box>
        <Button onClick={onClose}>{text("cancel")}</Button>
        <Button type="submit" variant="contained">
          {text("read")}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Button that takes the line or row in which the server supposes the names of the columns. */
function NamesProposal({ fault, onTake }: { fault: FileFault | undefined; onTake(skipped: number): void }) {
  const text = useText(messages);
  if (fault?.name !== "namesInLine" && fault?.name !== "namesInRow") return null;
  const { names = "" } = fault.values;
  return (
    <Button variant="outlined" sx={{ justifySelf: "start" }} onClick={() => onTake(Number(names) - 1)}>
      {text(`takeAsNames.${fault.name}`, { names })}
    </Button>
  );
}

/** Options that are selected from a list. */
type SelectedOption = Exclude<keyof ReadingChoice, "skip_rows">;

interface SelectFieldProps {
  name: SelectedOption;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  problem?: string | null;
  onChange(name: SelectedOption, value: string): void;
}

function SelectField({ name, label, value, options, problem = null, onChange }: SelectFieldProps) {
  return (
    <TextField
      select
      fullWidth
      id={`reading-${name}`}
      name={name}
      label={label}
      value={value}
      onChange={(event) => onChange(name, event.target.value)}
      error={problem !== null}
      helperText={problem}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

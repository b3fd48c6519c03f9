import type { ModelInput } from "@agatha/contracts";
import { Autocomplete, Box, Button, TextField, Typography } from "@mui/material";
import { type FocusEvent, useState } from "react";
import { NumberField } from "../../fields/number-field.js";
import { numberText } from "../../fields/number-text.js";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { formatTime } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { timeFieldProps } from "../what-if/inputs.js";
import { describeProblem } from "./descriptions.js";
import { exceedsTrainingRange, type OptimizationDraft, type RangeDraft, type RangePart, rangeFieldId, rangeOf } from "./draft.js";
import type { FieldProblem } from "./validate-draft.js";

/** Number of inputs shown at once. The search field finds the others. */
const PAGE_SIZE = 30;
const NO_PROBLEMS: RangeRowProps["problems"] = new Map();
const PARTS = ["from", "to", "step", "fixed"] as const satisfies readonly RangePart[];

interface RangeFieldsProps {
  inputs: readonly ModelInput[];
  draft: OptimizationDraft;
  problems: ReadonlyMap<string, FieldProblem>;
  /** If true, problems are told while limits are typed too, as those of the goals are. */
  submitAttempted: boolean;
  onRanges(ranges: OptimizationDraft["ranges"]): void;
}

/** Fields for the range of each input. */
export function RangeFields({ inputs, draft, problems, submitAttempted, onRanges }: RangeFieldsProps) {
  const text = useText(messages);
  const [search, setSearch] = useState("");
  const [most, setMost] = useState(PAGE_SIZE);
  const matching = inputs.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const isWrong = ({ name }: ModelInput) => [...PARTS, "choices" as const].some((part) => problems.has(rangeFieldId(name, part)));
  // Inputs with problems are always shown.
  const shown = [...matching.slice(0, most), ...inputs.filter((input) => isWrong(input) && !matching.slice(0, most).includes(input))];
  return (
    <Box role="group" aria-labelledby="search-inputs" sx={{ display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", alignItems: "flex-start" }}>
        <Box sx={{ flexGrow: 1, minWidth: 220, flexBasis: 0 }}>
          <Typography variant="h3" component="h2" id="search-inputs">
            {text("optimization.inputs")}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {text("optimization.inputsHint")}
          </Typography>
        </Box>
        {inputs.length > PAGE_SIZE ? (
          <TextField
            type="search"
            label={text("optimization.searchInputs")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            sx={{ width: 220 }}
          />
        ) : null}
      </Box>
      {shown.map((input) => (
        <RangeRow
          key={input.name}
          input={input}
          range={rangeOf(draft, input.name)}
          problems={problems}
          submitAttempted={submitAttempted}
          onRange={(range) => onRanges(new Map(draft.ranges).set(input.name, range))}
        />
      ))}
      {matching.length === 0 ? <Typography color="text.secondary">{text("optimization.noMatch")}</Typography> : null}
      {matching.length > most ? (
        <Button onClick={() => setMost(most + PAGE_SIZE)} sx={{ justifySelf: "start" }}>
          {text("optimization.more", { count: Math.min(PAGE_SIZE, matching.length - most) })}
        </Button>
      ) : null}
    </Box>
  );
}

interface RangeRowProps {
  input: ModelInput;
  range: RangeDraft;
  problems: ReadonlyMap<string, FieldProblem>;
  onRange(range: RangeDraft): void;
}

/** The input with what is known of it, and its fields. While it is typed in, half of a number would be told to be above a limit. */
function RangeRow({ submitAttempted, ...props }: RangeRowProps & { submitAttempted: boolean }) {
  const text = useText(messages);
  const { input, range } = props;
  const [beforeTyping, setBeforeTyping] = useState<RangeDraft | null>(null);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setBeforeTyping(null);
  };
  const known = useKnownRange(input);
  const told = submitAttempted ? range : (beforeTyping ?? range);
  return (
    <Box
      onChange={() => setBeforeTyping(beforeTyping ?? range)}
      onBlur={leave}
      sx={{
        display: "grid",
        columnGap: 1,
        rowGap: 1.5,
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "minmax(150px, 1.5fr) repeat(4, minmax(80px, 1fr))" },
        alignItems: "start",
        borderTop: 1,
        borderColor: "divider",
        pt: 1.5,
      }}
    >
      <Box sx={{ gridColumn: { xs: "1 / -1", sm: "auto" }, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{input.name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {known}
        </Typography>
        <Typography variant="body2" color="warning.main" role="status">
          {exceedsTrainingRange(input, told) ? text("optimization.beyond") : null}
        </Typography>
      </Box>
      <FieldsOfType {...props} problems={told === range ? props.problems : NO_PROBLEMS} />
    </Box>
  );
}

function useKnownRange({ type, min, max, levels }: ModelInput): string {
  const text = useText(messages);
  const format = useFormat();
  if (type === "s") return text("optimization.knownTexts", { count: levels.length });
  if (min === null || max === null) return "";
  const shown = (value: number) => (type === "d" ? formatTime(new Date(value).toISOString()) : format.number(value));
  return text("optimization.known", { min: shown(min), max: shown(max) });
}

function FieldsOfType(props: RangeRowProps) {
  if (props.input.type === "n") return <NumberFields {...props} />;
  return props.input.type === "s" ? <ChoiceField {...props} /> : <DateFields {...props} />;
}

function NumberFields({ input, range, problems, onRange }: RangeRowProps) {
  const text = useText(messages);
  const { name, min, max, integer } = input;
  const shown = (value: number | null) => (value === null ? "" : numberText(value, input));
  const known = { from: shown(min), to: shown(max), step: integer ? "1" : "", fixed: "" };
  return PARTS.map((part) => (
    <NumberField
      key={part}
      label={text(`optimization.${part}`)}
      name={text("optimization.part", { name, part: text(`optimization.${part}`) })}
      value={range[part]}
      placeholder={known[part]}
      problem={describeProblem(problems.get(rangeFieldId(name, part)), text)}
      shrink
      width="auto"
      onChange={(value) => onRange({ ...range, [part]: value })}
    />
  ));
}

/** The texts to try; all if none is chosen. */
function ChoiceField({ input, range, problems, onRange }: RangeRowProps) {
  const text = useText(messages);
  const problem = describeProblem(problems.get(rangeFieldId(input.name, "choices")), text);
  const name = text("optimization.part", { name: input.name, part: text("optimization.choices") });
  return (
    <Autocomplete
      multiple
      size="small"
      options={[...new Set([...input.levels, ...range.choices])]}
      value={useSameWhileEqual([...range.choices])}
      onChange={(_event, choices) => onRange({ ...range, choices })}
      filterSelectedOptions
      sx={{ gridColumn: { xs: "1 / -1", sm: "span 4" } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={text("optimization.choices")}
          placeholder={range.choices.length === 0 ? text("optimization.allTexts") : ""}
          error={problem !== undefined}
          helperText={problem}
          slotProps={{ htmlInput: { ...params.inputProps, "aria-label": name }, inputLabel: { ...params.InputLabelProps, shrink: true } }}
        />
      )}
    />
  );
}

/** Times are those of the table, as in a what-if. */
function DateFields({ input: { name }, range, problems, onRange }: RangeRowProps) {
  const text = useText(messages);
  return (["from", "to"] as const).map((part) => {
    const problem = describeProblem(problems.get(rangeFieldId(name, part)), text);
    return (
      <TextField
        key={part}
        label={text(`optimization.${part}`)}
        type="datetime-local"
        value={range[part]}
        onChange={(event) => onRange({ ...range, [part]: event.target.value })}
        error={problem !== undefined}
        helperText={problem}
        slotProps={{
          htmlInput: {
            "aria-label": text("optimization.part", { name, part: text(`optimization.${part}`) }),
            ...timeFieldProps(range[part]),
          },
          inputLabel: { shrink: true },
        }}
        sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
      />
    );
  });
}

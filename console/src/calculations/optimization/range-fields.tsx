import type { ModelInput } from "@agatha/contracts";
import { Box, Button, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { NumberField } from "../../fields/number-field.js";
import { numberText } from "../../fields/number-text.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { describeProblem } from "./descriptions.js";
import { exceedsTrainingRange, type FieldProblem, type OptimizationDraft, type RangeDraft, rangeFieldId, rangeOf } from "./draft.js";

/** Number of inputs shown at once. The search field finds the others. */
const PAGE_SIZE = 30;
const PARTS = ["from", "to", "step", "fixed"] as const satisfies readonly (keyof RangeDraft)[];

interface RangeFieldsProps {
  inputs: readonly ModelInput[];
  draft: OptimizationDraft;
  problems: ReadonlyMap<string, FieldProblem>;
  onRanges(ranges: OptimizationDraft["ranges"]): void;
}

/** Fields for the range of each input. */
export function RangeFields({ inputs, draft, problems, onRanges }: RangeFieldsProps) {
  const text = useText(messages);
  const [search, setSearch] = useState("");
  const [most, setMost] = useState(PAGE_SIZE);
  const matching = inputs.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const isWrong = ({ name }: ModelInput) => PARTS.some((part) => problems.has(rangeFieldId(name, part)));
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

function RangeRow({ input, range, problems, onRange }: RangeRowProps) {
  const text = useText(messages);
  const format = useFormat();
  const { name, min, max } = input;
  const known = { from: min === null ? "" : numberText(min, input), to: max === null ? "" : numberText(max, input), step: "", fixed: "" };
  return (
    <Box
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
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {min === null || max === null ? "" : text("optimization.known", { min: format.number(min), max: format.number(max) })}
        </Typography>
        {exceedsTrainingRange(input, range) ? (
          <Typography variant="body2" color="warning.main" role="status">
            {text("optimization.beyond")}
          </Typography>
        ) : null}
      </Box>
      {PARTS.map((part) => (
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
      ))}
    </Box>
  );
}

import type { ModelInput } from "@agatha/contracts";
import AddIcon from "@mui/icons-material/Add";
import RemoveIcon from "@mui/icons-material/CloseOutlined";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, IconButton, Tooltip, Typography } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { describeProblem, RELATION_SYMBOLS } from "./descriptions.js";
import { type ConstraintDraft, constraintFieldId, MAX_TERMS, type TermDraft } from "./draft.js";
import { SelectField } from "./select-field.js";
import type { FieldProblem } from "./validate-draft.js";

interface ConstraintRowProps {
  inputs: readonly ModelInput[];
  constraint: ConstraintDraft;
  /** Position, starting at 1. */
  number: number;
  problems: ReadonlyMap<string, FieldProblem> | undefined;
  /** Whether the constraint has just been added or put back and takes the focus. */
  isNew: boolean;
  onConstraint(rule: ConstraintDraft): void;
  onRemove(): void;
}

/** Coefficients and inputs on the left, the bound of their sum on the right. */
export function ConstraintRow({ inputs, constraint, number, problems, isNew, onConstraint, onRemove }: ConstraintRowProps) {
  const text = useText(messages);
  const title = text("optimization.rule", { number });
  const named = (part: string) => text("optimization.part", { name: title, part });
  const setTerms = (terms: readonly TermDraft[]) => onConstraint({ ...constraint, terms });
  const removeLabel = text("optimization.removeRule", { number });
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        columnGap: 1,
        rowGap: 1.5,
        alignItems: "flex-start",
        borderTop: 1,
        borderColor: "divider",
        pt: 1.5,
      }}
    >
      {constraint.terms.map((term, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a term is identified by its position
        <Box key={place} sx={{ display: "flex", gap: 0.5, alignItems: "flex-start", maxWidth: "100%" }}>
          <NumberField
            label={text("optimization.factor")}
            name={named(`${text("optimization.factor")} ${place + 1}`)}
            value={term.coefficient}
            autoFocus={isNew && place === 0}
            problem={describeProblem(problems?.get(constraintFieldId(constraint.key, place)), text)}
            shrink
            onChange={(coefficient) => setTerms(constraint.terms.with(place, { ...term, coefficient }))}
            width={92}
            sx={{ flexShrink: 0 }}
          />
          <Typography component="span" aria-hidden sx={{ pt: 1 }}>
            ×
          </Typography>
          <SelectField
            label={text("optimization.input")}
            name={named(`${text("optimization.input")} ${place + 1}`)}
            value={term.column}
            options={inputs.map((input) => [input.name, input.name])}
            onChange={(column) => setTerms(constraint.terms.with(place, { ...term, column }))}
          />
          {constraint.terms.length > 1 ? (
            <Tooltip title={text("optimization.removeTerm", { column: term.column })}>
              <IconButton
                size="small"
                aria-label={text("optimization.removeTerm", { column: term.column })}
                onClick={() => setTerms(constraint.terms.toSpliced(place, 1))}
                sx={{ mt: 0.5 }}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          ) : null}
        </Box>
      ))}
      {constraint.terms.length < MAX_TERMS ? (
        <Button
          startIcon={<AddIcon />}
          onClick={() => setTerms([...constraint.terms, { coefficient: "1", column: firstUnusedInput(inputs, constraint.terms) }])}
          sx={{ mt: 0.25 }}
        >
          {text("optimization.addTerm")}
        </Button>
      ) : null}
      <SelectField
        label={text("optimization.relation")}
        name={named(text("optimization.relation"))}
        value={constraint.relation}
        options={Object.entries(RELATION_SYMBOLS)}
        onChange={(relation) => onConstraint({ ...constraint, relation: relation as ConstraintDraft["relation"] })}
      />
      <NumberField
        label={text("optimization.compared")}
        name={named(text("optimization.compared"))}
        value={constraint.value}
        problem={describeProblem(problems?.get(constraintFieldId(constraint.key, "value")), text)}
        shrink
        onChange={(value) => onConstraint({ ...constraint, value })}
        width={120}
      />
      <Tooltip title={removeLabel}>
        <IconButton aria-label={removeLabel} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** Returns the first input that the rule does not use yet. */
function firstUnusedInput(inputs: readonly ModelInput[], terms: readonly TermDraft[]): string {
  const free = inputs.find(({ name }) => !terms.some(({ column }) => column === name));
  return (free ?? inputs[0])?.name ?? "";
}

import type { ModelInput } from "@agatha/contracts";
import AddIcon from "@mui/icons-material/Add";
import { Alert, Box, Button, Typography } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { ConstraintRow } from "./constraint-row.js";
import { type ConstraintDraft, MAX_CONSTRAINTS, newConstraint } from "./draft.js";
import type { FieldProblem } from "./validate-draft.js";

interface ConstraintFieldsProps {
  inputs: readonly ModelInput[];
  constraints: readonly ConstraintDraft[];
  /** Undefined until problems are to be shown. */
  problems: ReadonlyMap<string, FieldProblem> | undefined;
  onConstraints(rules: ConstraintDraft[]): void;
}

/** Fields of the linear constraints that all settings satisfy. */
export function ConstraintFields({ inputs, constraints, problems, onConstraints }: ConstraintFieldsProps) {
  const text = useText(messages);
  const [removed, setRemoved] = useState<{ rule: ConstraintDraft; place: number } | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // The button that had the focus goes with its rule.
  useEffect(() => {
    if (removed) addButton.current?.focus();
  }, [removed]);
  const add = () => {
    const rule = newConstraint(constraints, inputs[0]?.name ?? "");
    setRemoved(null);
    setAdded(rule.key);
    onConstraints([...constraints, rule]);
  };
  const remove = (rule: ConstraintDraft, place: number) => {
    setAdded(null);
    setRemoved({ rule, place });
    onConstraints(constraints.filter((other) => other !== rule));
  };
  const putBack = ({ rule, place }: { rule: ConstraintDraft; place: number }) => {
    setRemoved(null);
    setAdded(rule.key);
    onConstraints(constraints.toSpliced(place, 0, rule));
  };
  return (
    <Box role="group" aria-labelledby="search-rules" sx={{ display: "grid", gap: 1.5 }}>
      <Box>
        <Typography variant="h3" component="h2" id="search-rules">
          {text("optimization.rules")}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {text("optimization.rulesHint")}
        </Typography>
      </Box>
      {constraints.map((rule, place) => (
        <ConstraintRow
          key={rule.key}
          inputs={inputs}
          constraint={rule}
          number={place + 1}
          problems={problems}
          isNew={rule.key === added}
          onConstraint={(changed) => onConstraints(constraints.with(place, changed))}
          onRemove={() => remove(rule, place)}
        />
      ))}
      {removed ? (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" onClick={() => putBack(removed)}>
              {text("optimization.putBack")}
            </Button>
          }
        >
          {text("optimization.ruleRemoved", { number: removed.place + 1 })}
        </Alert>
      ) : null}
      {constraints.length < MAX_CONSTRAINTS ? (
        <Button ref={addButton} startIcon={<AddIcon />} sx={{ justifySelf: "start" }} onClick={add}>
          {text("optimization.addRule")}
        </Button>
      ) : null}
    </Box>
  );
}

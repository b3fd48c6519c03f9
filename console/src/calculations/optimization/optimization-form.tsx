import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, FormControl, FormControlLabel, FormLabel, Paper, Radio, RadioGroup, Typography } from "@mui/material";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Failure } from "../../feedback/failure.js";
import { NumberField } from "../../fields/number-field.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { useStartCalculation } from "../use-calculations.js";
import { ConstraintFields } from "./constraint-fields.js";
import { describeProblem } from "./descriptions.js";
import { type OptimizationDraft, toOptimizationRequest, validateOptimizationDraft } from "./draft.js";
import { RangeFields } from "./range-fields.js";

const GOALS = ["max", "min", "value"] as const satisfies readonly OptimizationDraft["goal"][];

interface OptimizationFormProps {
  model: ModelAnswer;
  info: ModelInfo;
  draft: OptimizationDraft;
  onDraft(draft: OptimizationDraft): void;
}

/** Fields for the goal, the ranges of the inputs and the constraints. */
export function OptimizationForm({ model, info, draft, onDraft }: OptimizationFormProps) {
  const text = useText(messages);
  const form = useRef<HTMLFormElement>(null);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const begin = useStartCalculation(model, "optimization");
  const problems = validateOptimizationDraft(draft, info.inputs);
  const response = info.response ?? "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The problems must be rendered before the first one can be focused.
    flushSync(() => setSubmitAttempted(true));
    if (problems.size === 0) begin.mutate({ type: "optimization", ...toOptimizationRequest(draft, info.inputs) });
    else form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <Box component="form" ref={form} noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <Box>
          <Typography variant="h3" component="h2">
            {text("optimization.title")}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {text("optimization.hint")}
          </Typography>
        </Box>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "flex-end" }}>
          <FormControl>
            <FormLabel id="search-goal">{text("optimization.goal", { response })}</FormLabel>
            <RadioGroup
              row
              aria-labelledby="search-goal"
              value={draft.goal}
              onChange={(event) => onDraft({ ...draft, goal: event.target.value as OptimizationDraft["goal"] })}
            >
              {GOALS.map((goal) => (
                <FormControlLabel key={goal} value={goal} control={<Radio size="small" />} label={text(`optimization.goals.${goal}`)} />
              ))}
            </RadioGroup>
          </FormControl>
          {draft.goal === "value" ? (
            <NumberField
              label={text("optimization.value")}
              value={draft.value}
              problem={describeProblem(submitAttempted || draft.value !== "" ? problems.get("value") : undefined, text)}
              shrink
              onChange={(value) => onDraft({ ...draft, value })}
              width={220}
            />
          ) : null}
        </Box>
      </Paper>
      <Paper sx={{ p: 2 }}>
        <RangeFields inputs={info.inputs} draft={draft} problems={problems} onRanges={(ranges) => onDraft({ ...draft, ranges })} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <ConstraintFields
          inputs={info.inputs}
          constraints={draft.constraints}
          problems={submitAttempted ? problems : undefined}
          onConstraints={(rules) => onDraft({ ...draft, constraints: rules })}
        />
      </Paper>
      {begin.error ? <Failure error={begin.error} title={text("optimization.refused")} /> : null}
      <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
        <NumberField
          label={text("optimization.solutions")}
          value={draft.solutions}
          problem={describeProblem(problems.get("solutions"), text)}
          shrink
          onChange={(solutions) => onDraft({ ...draft, solutions })}
          width={220}
        />
        <Box sx={{ flexGrow: 1 }} />
        <Button type="submit" variant="contained" size="large" loading={begin.isPending}>
          {text("optimization.start")}
        </Button>
      </Paper>
    </Box>
  );
}

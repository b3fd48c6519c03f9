import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Failure } from "../../feedback/failure.js";
import { NumberField } from "../../fields/number-field.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { useStartCalculation } from "../use-calculations.js";
import { ConstraintFields } from "./constraint-fields.js";
import { describeProblem } from "./descriptions.js";
import { type OptimizationDraft, toOptimizationRequest } from "./draft.js";
import { GoalFields } from "./goal-fields.js";
import { inputsOf, pastOf, responsesWithPast, useGoalModels, useOtherModels, withLabels, withPastFixed } from "./goal-models.js";
import { RangeFields } from "./range-fields.js";
import { validateOptimizationDraft } from "./validate-draft.js";

interface OptimizationFormProps {
  model: ModelAnswer;
  info: ModelInfo;
  /** Told below the inputs. */
  leftOut: ReactNode;
  draft: OptimizationDraft;
  onDraft(draft: OptimizationDraft): void;
}

/** Fields for the goal, the ranges of the inputs and the constraints. */
export function OptimizationForm({ model, info, leftOut, draft, onDraft }: OptimizationFormProps) {
  const text = useText(messages);
  const form = useRef<HTMLFormElement>(null);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const begin = useStartCalculation(model, "optimization");
  const others = useOtherModels(model);
  const models = useGoalModels(model, info, draft.goals);
  const goals = withLabels(draft.goals, models);
  const inputs = inputsOf(models);
  const complete = { ...draft, goals, ranges: withPastFixed(draft.ranges, models) };
  const problems = validateOptimizationDraft(complete, inputs, pastOf(models));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The problems must be rendered before the first one can be focused.
    flushSync(() => setSubmitAttempted(true));
    if (problems.size === 0) begin.mutate({ type: "optimization", ...toOptimizationRequest(complete, inputs) });
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
        <GoalFields
          goals={goals}
          models={models}
          others={others}
          inputs={inputs}
          problems={submitAttempted ? problems : undefined}
          onGoals={(changed) => onDraft({ ...draft, goals: changed })}
        />
      </Paper>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <RangeFields
          inputs={inputs}
          draft={complete}
          problems={problems}
          submitAttempted={submitAttempted}
          onRanges={(ranges) => onDraft({ ...draft, ranges })}
        />
        {[...responsesWithPast(models)].map(([response, series]) => (
          <Typography key={response} variant="body2" color="text.secondary">
            {text(series === undefined ? "optimization.past" : "optimization.pastOfSeries", { response, series })}
          </Typography>
        ))}
        {leftOut}
      </Paper>
      {inputs.some(({ type }) => type === "n") ? (
        <Paper sx={{ p: 2 }}>
          <ConstraintFields
            inputs={inputs.filter(({ type }) => type === "n")}
            constraints={draft.constraints}
            problems={submitAttempted ? problems : undefined}
            onConstraints={(rules) => onDraft({ ...draft, constraints: rules })}
          />
        </Paper>
      ) : null}
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
        <NumberField
          label={text("optimization.apart")}
          value={draft.apart}
          problem={describeProblem(problems.get("apart"), text)}
          hint={text("optimization.apartHint")}
          shrink
          onChange={(apart) => onDraft({ ...draft, apart })}
          width={320}
        />
        <Box sx={{ flexGrow: 1 }} />
        <Button type="submit" variant="contained" size="large" loading={begin.isPending}>
          {text("optimization.start")}
        </Button>
      </Paper>
    </Box>
  );
}

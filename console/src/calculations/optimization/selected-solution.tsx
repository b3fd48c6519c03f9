import {
  type ModelInput,
  type OptimizationGoal,
  type OptimizationRequest,
  type OptimizationResult,
  type ReachedGoal,
  searchBounds,
} from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Typography } from "@mui/material";
import { SendResultButton } from "../../companion/send-result-button.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { activeBound, activeConstraints, type InputSettings, variableOf } from "./active-constraints.js";
import { describeConstraint, describeReached, formatReached, formatSetting, reachedGoals } from "./descriptions.js";
import { extrapolationOf } from "./extrapolation.js";
import { type GoalModels, goalsOf, inputsOf, isAtResponseLimit } from "./goal-models.js";
import { EXTRAPOLATION_COLOR } from "./solution-table.js";

interface SelectedSolutionProps {
  model: ModelAnswer;
  models: GoalModels;
  request: OptimizationRequest;
  solutions: OptimizationResult["solutions"];
  selected: number;
  onApply(): void;
}

/** One solution in words: the goals, their reliability, the active constraints, and the buttons for its use. */
export function SelectedSolution({ model, models, request, solutions, selected, onApply }: SelectedSolutionProps) {
  const text = useText(messages);
  const format = useFormat();
  const solution = solutions[selected];
  if (solution === undefined) return null;
  const { settings, prediction, outside, unseen = [], distance } = solution;
  const goals = goalsOf(request);
  const reached = reachedGoals(solution);
  const mayBeBetter = reached.some(({ met, prediction }, g) => !met && !isAtResponseLimit(goals[g] ?? request.target, prediction, models));
  const closeness = extrapolationOf(outside, distance);
  const hint = text(`optimization.closenessHint.${closeness}`, {
    columns: outside,
    share: format.percent(1 - (distance?.percentile ?? 0)),
  });
  const interval = reached[0]?.interval;
  const sent = {
    data: settings,
    value: [prediction],
    outside: [outside],
    ...(interval && { interval: [{ lower: interval.lower, upper: interval.upper }], interval_level: interval.level }),
    target: request.target,
    solutions,
  };
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } }}>
      <Box role="status">
        <Typography variant="h3" component="h2">
          {text("optimization.result.solution", { number: selected + 1 })}
        </Typography>
        {reached.map((one, g) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a goal is identified by its position
          <ReachedGoalText key={g} goal={goals[g] ?? request.target} reached={one} models={models} isTarget={g === 0} />
        ))}
        <Typography sx={{ mt: 1.5, fontWeight: 600 }} color={EXTRAPOLATION_COLOR[closeness]}>
          {text(`optimization.closeness.${closeness}`)}
        </Typography>
        <Typography variant="body2">{hint}</Typography>
        {unseen.length > 0 ? (
          <Typography variant="body2" color="warning.main">
            {text("whatIf.unseen", { columns: unseen })}
          </Typography>
        ) : null}
        {distance ? (
          <Typography variant="body2" color="text.secondary">
            {text("optimization.result.nearest", { distance: format.number(Number(distance.nearest.toFixed(3)), 2) })}
          </Typography>
        ) : null}
        {solution.outside_by > 0 ? (
          <Typography variant="body2" color="text.secondary">
            {text("optimization.result.outsideBy", { share: format.percent(solution.outside_by) })}
          </Typography>
        ) : null}
      </Box>
      <Box>
        <ActiveConstraints inputs={inputsOf(models)} request={request} settings={settings} mayBeBetter={mayBeBetter} />
        <Button variant="contained" fullWidth sx={{ mt: 2 }} onClick={onApply}>
          {text("optimization.result.apply")}
        </Button>
        <SendResultButton modelId={model.id} result={sent} warning={closeness === "far" || closeness === "outside" ? hint : null} />
      </Box>
    </Box>
  );
}

/** Shows the value of a goal; that of the target is in large type. */
function ReachedGoalText({ goal, reached, models, isTarget }: ReachedGoalTextProps) {
  const text = useText(messages);
  const format = useFormat();
  const { interval, beyond, met, desirability } = reached;
  return (
    <>
      <Typography color="text.secondary" sx={isTarget ? {} : { mt: 1 }}>
        {describeReached(goal, models, text)}
      </Typography>
      <Typography
        {...(isTarget && { "data-testid": "solution-prediction" })}
        sx={{ fontSize: isTarget ? "2rem" : "1.25rem", fontWeight: 600, lineHeight: 1.2 }}
      >
        {formatReached(goal, reached.prediction, format)}
      </Typography>
      {interval ? (
        <Typography color="text.secondary">
          {text("whatIf.interval", {
            level: format.percent(interval.level),
            lower: format.number(interval.lower),
            upper: format.number(interval.upper),
          })}
        </Typography>
      ) : null}
      {desirability === undefined ? null : (
        <Typography variant="body2" color="text.secondary">
          {text("optimization.result.desirabilityOf", { value: format.number(desirability, 2) })}
        </Typography>
      )}
      {met === false ? <Typography color="error.main">{text("optimization.result.notMet")}</Typography> : null}
      {beyond ? <Typography color="warning.main">{text(`whatIf.beyond.${beyond}`)}</Typography> : null}
    </>
  );
}

interface ReachedGoalTextProps {
  goal: OptimizationGoal;
  reached: ReachedGoal;
  models: GoalModels;
  isTarget: boolean;
}

interface ActiveConstraintsProps {
  inputs: readonly ModelInput[];
  request: OptimizationRequest;
  settings: InputSettings;
  /** Whether wider limits may lead to a better prediction. */
  mayBeBetter: boolean;
}

function ActiveConstraints({ inputs, request, settings, mayBeBetter }: ActiveConstraintsProps) {
  const text = useText(messages);
  const format = useFormat();
  const reached = inputs.flatMap((input) => {
    const limit = activeBound(input, request, settings);
    const { from, to } = searchBounds(input, variableOf(input, request));
    const shown = (bound: number) => formatSetting(input.type === "d" ? new Date(bound).toISOString() : bound, format);
    if (limit === "lower") return [text("optimization.result.limitLower", { name: input.name, value: shown(from) })];
    return limit === "upper" ? [text("optimization.result.limitUpper", { name: input.name, value: shown(to) })] : [];
  });
  const rules = activeConstraints(request, settings).map((rule) =>
    text("optimization.result.limitRule", { rule: describeConstraint(rule, format) }),
  );
  const lines = [...reached, ...rules];
  return (
    <>
      <Typography variant="h3" component="h3">
        {text("optimization.result.limits")}
      </Typography>
      {lines.length === 0 ? (
        <Typography variant="body2">{text("optimization.result.noLimits")}</Typography>
      ) : (
        <Alert severity="info" icon={false} sx={{ border: 0, p: 0 }}>
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {mayBeBetter ? (
            <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
              {text("optimization.result.limitHint")}
            </Typography>
          ) : null}
        </Alert>
      )}
    </>
  );
}

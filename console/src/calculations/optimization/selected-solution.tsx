import type { ModelInfo, OptimizationRequest, OptimizationResult, PredictionResult } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Typography } from "@mui/material";
import { SendResultButton } from "../../companion/send-result-button.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { activeBound, activeConstraints, type InputSettings, searchBounds } from "./active-constraints.js";
import { describeConstraint } from "./descriptions.js";
import { extrapolationOf } from "./extrapolation.js";
import { EXTRAPOLATION_COLOR } from "./solution-table.js";

interface SelectedSolutionProps {
  model: ModelAnswer;
  info: ModelInfo;
  request: OptimizationRequest;
  result: OptimizationResult;
  predictions: PredictionResult | undefined;
  selected: number;
  onApply(): void;
}

/** One solution in words: the prediction, its reliability, the active constraints, and the buttons for its use. */
export function SelectedSolution({ model, info, request, result, predictions, selected, onApply }: SelectedSolutionProps) {
  const text = useText(messages);
  const format = useFormat();
  const solution = result.solutions[selected];
  if (solution === undefined) return null;
  const { settings, prediction, outside } = solution;
  const interval = predictions?.interval?.[selected];
  const distance = predictions?.distance?.[selected];
  const closeness = extrapolationOf(outside, distance);
  const hint = text(`optimization.closenessHint.${closeness}`, {
    columns: outside.join(", "),
    share: format.percent(1 - (distance?.percentile ?? 0)),
  });
  const sent = {
    data: settings,
    value: [prediction],
    outside: [outside],
    ...(interval ? { interval: [interval], interval_level: predictions?.interval_level } : {}),
    target: result.target,
    solutions: result.solutions,
  };
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } }}>
      <Box role="status">
        <Typography variant="h3" component="h2">
          {text("optimization.result.solution", { number: selected + 1 })}
        </Typography>
        <Typography color="text.secondary">{text("optimization.result.predicted", { response: info.response ?? "" })}</Typography>
        <Typography data-testid="solution-prediction" sx={{ fontSize: "2rem", fontWeight: 600, lineHeight: 1.2 }}>
          {format.number(prediction)}
        </Typography>
        {interval && predictions?.interval_level !== undefined ? (
          <Typography color="text.secondary">
            {text("optimization.result.interval", { level: format.percent(predictions.interval_level) })} {format.number(interval.lower)} –{" "}
            {format.number(interval.upper)}
          </Typography>
        ) : null}
        <Typography sx={{ mt: 1.5, fontWeight: 600 }} color={EXTRAPOLATION_COLOR[closeness]}>
          {text(`optimization.closeness.${closeness}`)}
        </Typography>
        <Typography variant="body2">{hint}</Typography>
        {distance ? (
          <Typography variant="body2" color="text.secondary">
            {text("optimization.result.nearest", { distance: format.number(distance.nearest, 2) })}
          </Typography>
        ) : null}
        {solution.outside_by > 0 ? (
          <Typography variant="body2" color="text.secondary">
            {text("optimization.result.outsideBy", { share: format.percent(solution.outside_by) })}
          </Typography>
        ) : null}
      </Box>
      <Box>
        <ActiveConstraints info={info} request={request} settings={settings} />
        <Button variant="contained" fullWidth sx={{ mt: 2 }} onClick={onApply}>
          {text("optimization.result.apply")}
        </Button>
        <SendResultButton
          modelId={model.id}
          result={predictions ? sent : undefined}
          warning={closeness === "far" || closeness === "outside" ? hint : null}
        />
      </Box>
    </Box>
  );
}

function ActiveConstraints({ info, request, settings }: { info: ModelInfo; request: OptimizationRequest; settings: InputSettings }) {
  const text = useText(messages);
  const format = useFormat();
  const reached = info.inputs.flatMap((input) => {
    const limit = activeBound(input, request, settings);
    const { from, to } = searchBounds(input, request);
    if (limit === "lower") return [text("optimization.result.limitLower", { name: input.name, value: format.number(from) })];
    return limit === "upper" ? [text("optimization.result.limitUpper", { name: input.name, value: format.number(to) })] : [];
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
          <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
            {text("optimization.result.limitHint")}
          </Typography>
        </Alert>
      )}
    </>
  );
}

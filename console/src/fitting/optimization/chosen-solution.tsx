import type { ModelInfo, OptimizationRequest, OptimizationResult, PredictionResult } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Typography } from "@mui/material";
import { SendBack } from "../../companion/send-back.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../calculation/messages.js";
import { closenessOf } from "./closeness.js";
import { ruleWords } from "./goal-words.js";
import { boundsOf, limitOf, type Settings, tightRules } from "./limits.js";
import { CLOSENESS_COLOR } from "./solution-table.js";

interface ChosenSolutionProps {
  model: ModelAnswer;
  info: ModelInfo;
  request: OptimizationRequest;
  result: OptimizationResult;
  details: PredictionResult | undefined;
  chosen: number;
  onApply(): void;
}

/** One solution in words: what comes out, how well it is known, what kept it from being better, and what can be done with it. */
export function ChosenSolution({ model, info, request, result, details, chosen, onApply }: ChosenSolutionProps) {
  const text = useText(messages);
  const format = useFormat();
  const solution = result.solutions[chosen];
  if (solution === undefined) return null;
  const { settings, prediction, outside } = solution;
  const interval = details?.interval?.[chosen];
  const distance = details?.distance?.[chosen];
  const closeness = closenessOf(outside, distance);
  const hint = text(`optimization.closenessHint.${closeness}`, {
    columns: outside.join(", "),
    share: format.percent(1 - (distance?.percentile ?? 0)),
  });
  const sent = {
    data: settings,
    value: [prediction],
    outside: [outside],
    ...(interval ? { interval: [interval], interval_level: details?.interval_level } : {}),
    target: result.target,
    solutions: result.solutions,
  };
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } }}>
      <Box role="status">
        <Typography variant="h3" component="h2">
          {text("optimization.result.solution", { number: chosen + 1 })}
        </Typography>
        <Typography color="text.secondary">{text("optimization.result.predicted", { response: info.response ?? "" })}</Typography>
        <Typography data-testid="solution-prediction" sx={{ fontSize: "2rem", fontWeight: 600, lineHeight: 1.2 }}>
          {format.number(prediction)}
        </Typography>
        {interval && details?.interval_level !== undefined ? (
          <Typography color="text.secondary">
            {text("optimization.result.interval", { level: format.percent(details.interval_level) })} {format.number(interval.lower)} –{" "}
            {format.number(interval.upper)}
          </Typography>
        ) : null}
        <Typography sx={{ mt: 1.5, fontWeight: 600 }} color={CLOSENESS_COLOR[closeness]}>
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
        <Limits info={info} request={request} settings={settings} />
        <Button variant="contained" fullWidth sx={{ mt: 2 }} onClick={onApply}>
          {text("optimization.result.apply")}
        </Button>
        <SendBack
          modelId={model.id}
          result={details ? sent : undefined}
          doubt={closeness === "far" || closeness === "outside" ? hint : null}
        />
      </Box>
    </Box>
  );
}

function Limits({ info, request, settings }: { info: ModelInfo; request: OptimizationRequest; settings: Settings }) {
  const text = useText(messages);
  const format = useFormat();
  const reached = info.inputs.flatMap((input) => {
    const limit = limitOf(input, request, settings);
    const { from, to } = boundsOf(input, request);
    if (limit === "lower") return [text("optimization.result.limitLower", { name: input.name, value: format.number(from) })];
    return limit === "upper" ? [text("optimization.result.limitUpper", { name: input.name, value: format.number(to) })] : [];
  });
  const rules = tightRules(request, settings).map((rule) => text("optimization.result.limitRule", { rule: ruleWords(rule, format) }));
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

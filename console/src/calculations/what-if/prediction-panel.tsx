import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import { Alert, Box, LinearProgress, Skeleton, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

interface PredictionPanelProps {
  info: ModelInfo;
  result: PredictionResult | null;
  outside: readonly string[];
  unseen: readonly string[];
}

/** Number of classes shown. The others are too unlikely to matter. */
const MAX_CLASSES = 8;

/** The prediction in large type, with its reliability. */
export function PredictionPanel({ info, result, outside, unseen }: PredictionPanelProps) {
  const text = useText(messages);
  const format = useFormat();
  const distance = result?.distance?.[0];
  const beyond = result?.beyond?.[0];
  const title = info.response === null ? text("whatIf.answer") : text("whatIf.answerOf", { target: info.response });
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      {result === null ? <Skeleton variant="rounded" height={56} /> : <Prediction info={info} result={result} />}
      {outside.length > 0 ? <Alert severity="warning">{text("whatIf.outsideHint", { columns: outside })}</Alert> : null}
      {outside.length === 0 && distance?.far ? (
        <Alert severity="warning">{text("whatIf.far", { distance: format.number(distance.nearest, 2) })}</Alert>
      ) : null}
      {unseen.length > 0 ? <Alert severity="warning">{text("whatIf.unseen", { columns: unseen })}</Alert> : null}
      {beyond ? <Alert severity="warning">{text(`whatIf.beyond.${beyond}`)}</Alert> : null}
    </Box>
  );
}

function Prediction({ info, result }: { info: ModelInfo; result: PredictionResult }) {
  const text = useText(messages);
  const format = useFormat();
  const value = result.value[0] ?? null;
  const mae = info.indicators.MAE;
  const interval = result.interval?.[0];
  return (
    <>
      <Typography
        data-testid="answer"
        sx={{
          fontSize: "2rem",
          fontWeight: 600,
          lineHeight: 1.2,
          overflowWrap: "anywhere",
          color: value === true ? "data.anomaly" : undefined,
        }}
      >
        {typeof value === "number" && info.type === "REGRESSION" ? format.number(value) : null}
        {typeof value === "number" && info.type === "CLUSTERING" ? text("whatIf.group", { number: value }) : null}
        {typeof value === "string" ? value : null}
        {typeof value === "boolean" ? text(value ? "whatIf.outlier" : "whatIf.normal") : null}
        {value === null ? text("whatIf.failed") : null}
      </Typography>
      {info.type === "REGRESSION" && mae != null ? (
        <Typography color="text.secondary">{text("whatIf.typicalError", { value: format.number(mae, 3) })}</Typography>
      ) : null}
      {interval && result.interval_level !== undefined ? (
        <Typography color="text.secondary">
          {text("whatIf.interval", {
            level: format.percent(result.interval_level),
            lower: format.number(interval.lower),
            upper: format.number(interval.upper),
          })}
        </Typography>
      ) : null}
      {value === null ? null : <OutlierFacts result={result} />}
      {result.prob?.[0] && value !== null ? <Probabilities prob={result.prob[0]} /> : null}
    </>
  );
}

/** The score of an outlier detector beside its threshold, the p-value and the alarm. */
function OutlierFacts({ result: { score, threshold, p_value, alarm } }: { result: PredictionResult }) {
  const text = useText(messages);
  const format = useFormat();
  const facts = [
    score?.[0] != null && threshold !== undefined
      ? text("whatIf.score", { score: format.number(score[0]), threshold: format.number(threshold) })
      : null,
    p_value?.[0] == null ? null : text("whatIf.pValue", { value: format.number(p_value[0], 3) }),
    alarm?.[0] == null ? null : text(alarm[0] ? "whatIf.alarm" : "whatIf.noAlarm"),
  ].filter((fact) => fact !== null);
  return facts.map((fact) => (
    <Typography key={fact} color="text.secondary">
      {fact}
    </Typography>
  ));
}

function Probabilities({ prob }: { prob: Record<string, number | null> }) {
  const text = useText(messages);
  const format = useFormat();
  const classes = Object.entries(prob)
    .map(([label, share]): [string, number] => [label, share ?? 0])
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CLASSES);
  return (
    <Box
      component="ul"
      aria-label={text("whatIf.probability")}
      sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1 }}
    >
      {classes.map(([label, share]) => (
        <li key={label}>
          <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
              {label}
            </Box>
            <Box component="span" sx={{ flexShrink: 0 }}>
              {format.percent(share)}
            </Box>
          </Box>
          <LinearProgress variant="determinate" value={share * 100} aria-label={label} sx={{ height: 6, borderRadius: 1 }} />
        </li>
      ))}
    </Box>
  );
}

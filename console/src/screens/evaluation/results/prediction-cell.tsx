import type { ModelType } from "@agatha/contracts";
import { TableCell, Typography } from "@mui/material";
import { messages as calculationMessages } from "../../../calculations/messages.js";
import { useFormat } from "../../../i18n/use-format.js";
import { type TextFunction, useText } from "../../../i18n/use-text.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import type { EvaluationTexts } from "../en.js";
import { messages } from "../messages.js";
import type { ModelPredictions } from "./model-predictions.js";

interface PredictionCellProps {
  type: ModelType;
  row: number;
  predictions: ModelPredictions;
}

/** Prediction of a model for a row, with its error or probability below. */
export function PredictionCell(props: PredictionCellProps) {
  const { value, detail, wrong } = usePredictionText(props);
  return (
    <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
      <Typography component="span" variant="body2" sx={{ color: wrong ? "data.anomaly" : undefined, fontWeight: wrong ? 600 : 400 }}>
        {value}
      </Typography>
      {detail === null ? null : (
        <Typography variant="caption" component="div" color="text.secondary">
          {detail}
        </Typography>
      )}
    </TableCell>
  );
}

interface PredictionText {
  value: string;
  detail: string | null;
  wrong: boolean;
}

function usePredictionText({ type, row, predictions: { actual, prediction } }: PredictionCellProps): PredictionText {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const calculations = useText(calculationMessages);
  const format = useFormat();
  const value = prediction.value[row] ?? null;
  const was = actual?.[row] ?? null;
  if (value === null) return { value: "–", detail: null, wrong: false };
  switch (type) {
    case "REGRESSION": {
      const error = typeof was === "number" ? was - Number(value) : null;
      const detail = error === null ? null : text("each.error", { error: format.signed(error) });
      return { value: format.number(Number(value)), detail, wrong: false };
    }
    case "CLASSIFICATION": {
      const probability = prediction.prob?.[row]?.[String(value)] ?? null;
      const wrong = was !== null && String(was) !== String(value);
      const facts = [wrong ? text("each.wrong") : null, probability === null ? null : format.percent(probability)];
      return { value: String(value), detail: facts.filter((fact) => fact !== null).join(" · "), wrong };
    }
    case "OCC": {
      const detail = outlierFacts(prediction, row, text, format.number).join(" · ") || null;
      return { value: calculations(value === true ? "whatIf.outlier" : "whatIf.normal"), detail, wrong: value === true };
    }
    case "CLUSTERING":
      return { value: fitting("clustering.cluster", { number: Number(value) }), detail: null, wrong: false };
  }
}

function outlierFacts(
  { score, p_value, alarm }: ModelPredictions["prediction"],
  row: number,
  text: TextFunction<EvaluationTexts>,
  format: (value: number, digits?: number) => string,
): string[] {
  const [scored, pValue] = [score?.[row], p_value?.[row]];
  return [
    ...(scored == null ? [] : [text("each.score", { score: format(scored) })]),
    ...(pValue == null ? [] : [text("each.pValue", { value: format(pValue, 3) })]),
    ...(alarm?.[row] ? [text("each.alarm")] : []),
  ];
}

import type { ModelType } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking/ranking";
import type { EvaluationByModelAnswer } from "@agatha/contracts/wire";
import { Alert } from "@mui/material";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import { formatMetric, withInterval } from "../../../models/performance/metrics/format-metric.js";
import { messages } from "../messages.js";
import { modelsThatKnowRows } from "./known-rows.js";

interface KnownRowsAlertProps {
  type: ModelType;
  ranked: readonly EvaluationByModelAnswer[];
  /** Whether these rows decide a verdict. */
  decide: boolean;
}

/** Says how many test rows were in the training of each model, in red if they decide the verdict. */
export function KnownRowsAlert({ type, ranked, decide }: KnownRowsAlertProps) {
  const text = useText(messages);
  const lines = modelsThatKnowRows(ranked);
  if (lines.length === 0) return null;
  return (
    <Alert severity={decide ? "error" : "warning"}>
      {decide ? text("known.decide") : text("known.hint")}
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {lines.map((line) => (
          <li key={line.id}>
            <KnownRowsOfModel type={type} line={line} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function KnownRowsOfModel({
  type,
  line: { model_title: name, rows, known, indicators },
}: {
  type: ModelType;
  line: EvaluationByModelAnswer;
}) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const format = useFormat();
  const all = format.number(rows ?? 0);
  const labelled = typeof indicators.true_positive === "number";
  const [{ indicator } = { indicator: undefined }] = rankingCriteria(type, undefined, { labelled });
  if (!known || indicator === undefined) return null;
  const sentences = [
    known.rows > 0 ? text("known.rows", { known: format.number(known.rows), all }) : null,
    known.groups > 0 ? text("known.groups", { known: format.number(known.groups), all }) : null,
    known.new_rows && known.new_rows.rows > 0
      ? text("known.newRows", {
          rows: format.number(known.new_rows.rows),
          metric: fitting(`metric.${indicator}`),
          value: withInterval(
            (value) => formatMetric(format, indicator, value),
            known.new_rows.indicators[indicator] ?? null,
            known.new_rows.intervals[indicator],
          ),
        })
      : null,
  ];
  return text("known.ofModel", { name, sentences: joinSentences(...sentences) });
}

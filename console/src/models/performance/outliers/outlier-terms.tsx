import type { ModelInfo } from "@agatha/contracts";
import { Box, Typography } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { DescriptionList } from "../../../lists/description-list.js";
import { messages } from "../../messages.js";

/** Returns true if the model has known anomalies or a limit on false alarms. */
export function hasOutlierTerms({ outlier, record }: Pick<ModelInfo, "outlier" | "record">): boolean {
  const { falseAlarms, semilabel } = record?.recipe ?? {};
  return outlier !== undefined && (falseAlarms !== undefined || semilabel !== undefined);
}

/** Shows the column of known anomalies and the limit on false alarms, with what they mean. */
export function OutlierTerms({ info: { outlier, record } }: { info: Pick<ModelInfo, "outlier" | "record"> }) {
  const text = useText(messages);
  const format = useFormat();
  const { falseAlarms, semilabel } = record?.recipe ?? {};
  const { value, normal } = outlier?.labels ?? {};
  const marked = (column: string) =>
    value === undefined ? text("outlier.markedByAny", { column }) : text("outlier.markedBy", { column, value });
  const limit = falseAlarms && { atMost: format.number(falseAlarms.atMost), outOf: format.number(falseAlarms.outOf) };
  const facts: [string, string | null][] = [
    [text("outlier.marked"), semilabel === undefined ? null : marked(semilabel)],
    [text("outlier.others"), semilabel === undefined ? null : text(normal ? "outlier.othersNormal" : "outlier.othersUnknown")],
    [text("outlier.limit"), falseAlarms && limit ? text(`outlier.limitOf.${falseAlarms.of}`, limit) : null],
  ];
  return (
    <Box component="section" aria-label={text("outlier.rules")}>
      <Typography variant="h3" component="h2">
        {text("outlier.rules")}
      </Typography>
      <DescriptionList facts={facts} />
      {semilabel === undefined ? null : (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {text("outlier.markedHint")}
        </Typography>
      )}
      {falseAlarms ? (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {text(`outlier.limitHint.${falseAlarms.of}`)}
        </Typography>
      ) : null}
    </Box>
  );
}

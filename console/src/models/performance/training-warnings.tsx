import { groupByTraining, type ModelInfo } from "@agatha/contracts";
import { Alert, AlertTitle } from "@mui/material";
import { FindingSentences } from "../../data-findings/finding-text.js";
import { useFindingText } from "../../data-findings/use-finding-text.js";
import { clockTime, formatTime } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { useDatasetTimezone } from "../../routing/analysis-context.js";
import { messages } from "../messages.js";

/** Warnings for the interpretation of the metrics, and what stands out in the data. */
export function TrainingWarnings({ warnings, findings = [] }: Pick<ModelInfo, "warnings" | "findings">) {
  const text = useText(messages);
  return (
    <Alert severity="warning" sx={{ border: 0, p: 0 }}>
      <AlertTitle>{text("warnings.title")}</AlertTitle>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        <WarningItems warnings={warnings} findings={findings} />
      </ul>
    </Alert>
  );
}

/** Items of a list: the warnings, then the findings, with what training did about them. */
export function WarningItems({ warnings, findings }: { warnings: ModelInfo["warnings"]; findings: NonNullable<ModelInfo["findings"]> }) {
  const text = useText(messages);
  const format = useFormat();
  const findingText = useFindingText();
  const timezone = useDatasetTimezone();
  const told = ({ share, time, ...values }: NonNullable<ModelInfo["warnings"][number]["values"]> = {}) => ({
    ...(typeof time === "string" && { time: formatTime(clockTime(time, timezone)) }),
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? format.number(value) : value])),
    ...(typeof share === "number" && { share: format.percent(Math.round(100 * share) / 100) }),
  });
  const explained = (column: string | undefined) =>
    findings.some((finding) => finding.code === "near_unique_text" && finding.column === column);
  return (
    <>
      {warnings.map((warning) =>
        warning.code === "too_many_levels" && explained(warning.column) ? null : (
          <li key={`${warning.code} ${warning.column ?? ""}`} title={warning.message}>
            {text(`warnings.${warning.code}`, { ...told(warning.values), column: warning.column ?? "" })}
          </li>
        ),
      )}
      {groupByTraining(findings.map((finding) => findingText(finding))).map(({ what, training }) => (
        <li key={training}>
          <FindingSentences what={what} training={training} />
        </li>
      ))}
    </>
  );
}

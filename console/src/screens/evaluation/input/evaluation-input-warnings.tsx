import type { EvaluationWarning } from "@agatha/contracts";
import type { EvaluationByModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import { FullWidthCard } from "../../../models/performance/cards.js";
import { messages } from "../messages.js";

/** Warnings about the test rows. Equal warnings of all models are shown once, and equal warnings of many columns are merged. */
export function EvaluationInputWarnings({ lines }: { lines: readonly EvaluationByModelAnswer[] }) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const warnings = groupByCode(lines);
  if (warnings.length === 0) return null;
  return (
    <FullWidthCard>
      <Alert severity="warning" sx={{ border: 0, p: 0 }}>
        <AlertTitle>{fitting("warnings.title")}</AlertTitle>
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {warnings.map(({ code, columns, words }) => (
            <li key={code} title={words}>
              {text(`warnings.${code}`, { columns })}
            </li>
          ))}
        </ul>
      </Alert>
    </FullWidthCard>
  );
}

interface WarningGroup {
  code: EvaluationWarning["code"];
  columns: string[];
  /** The server's text, with its counts. */
  words: string;
}

function groupByCode(lines: readonly EvaluationByModelAnswer[]): WarningGroup[] {
  const all = lines.flatMap(({ warnings }) => warnings);
  return [...new Set(all.map(({ code }) => code))].map((code) => {
    const these = all.filter((warning) => warning.code === code);
    const columns = [...new Set(these.flatMap(({ column }) => column ?? []))];
    return { code, columns, words: [...new Set(these.map(({ message }) => message))].join("; ") };
  });
}

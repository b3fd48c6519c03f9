import { ERRORS } from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Box } from "@mui/material";
import { FileProblem } from "../../../csv-dialect/file-problem.js";
import { isRereadable } from "../../../csv-dialect/rereadable.js";
import { useErrorCodeMessage } from "../../../errors/use-error-code-message.js";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { messages } from "../messages.js";
import { parseMismatches } from "./column-mismatches.js";
import { ReparseInputButton, ReplaceFileButton, useEvaluationInputUpload } from "./evaluation-input-file.js";
import { MismatchList } from "./mismatch-list.js";

interface FailureGroup {
  /** Models that failed for the same reason; empty if the rows themselves could not be used. */
  names: string[];
  reason: string | null;
  message: string | null;
  fault?: EvaluationAnswer["fault"];
}

/** Models that could not be compared, with the reasons and the suggested actions. Mismatches are listed by column. */
export function Failures({ evaluation }: { evaluation: EvaluationAnswer }) {
  const text = useText(messages);
  const messageOf = useErrorCodeMessage();
  const upload = useEvaluationInputUpload(evaluation.id);
  const failed = failureGroups(evaluation);
  if (failed.length === 0) return null;
  return failed.map(({ names, reason, message, fault }) => (
    <Alert key={`${reason} ${message}`} severity="error" sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      <AlertTitle>{names.length === 0 ? text("failed.rows") : text("failed.models", { names })}</AlertTitle>
      {messageOf(reason) ?? messageOf(ERRORS.unknown)} ({reason ?? ERRORS.unknown})
      {fault ? (
        <FileProblem message={message ?? ""} fault={fault} />
      ) : message ? (
        <MismatchList problems={parseMismatches(message)} />
      ) : null}
      {evaluation.test_file === null ? null : (
        <Box sx={{ mt: 1, display: "flex", flexWrap: "wrap", gap: 1 }}>
          <ForEditors role={evaluation.role}>
            <ReplaceFileButton evaluation={evaluation} />
            {upload && isRereadable([fault]) ? <ReparseInputButton upload={upload} /> : null}
          </ForEditors>
        </Box>
      )}
    </Alert>
  ));
}

function failureGroups({ status, reason, message, fault, evaluation_bymodel: lines }: EvaluationAnswer): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const line of lines.filter((result) => result.status === "fail")) {
    const key = `${line.reason} ${line.message}`;
    const group = groups.get(key) ?? { names: [], reason: line.reason, message: line.message };
    group.names.push(line.model_title);
    groups.set(key, group);
  }
  if (groups.size > 0) return [...groups.values()];
  return status === "evaluating_fail" || status === "semilabel_check_fail" ? [{ names: [], reason, message, fault }] : [];
}

import { ApiError } from "@agatha/contracts/client";
import { Alert, AlertTitle, Box } from "@mui/material";
import type { ReactNode } from "react";
import { FileProblem, useFaultText } from "../../csv-dialect/file-problem.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { Failure } from "../../feedback/failure.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

type Rule = keyof typeof messages.en.import.rule;

const RULES: Readonly<Record<string, Rule>> = {
  username: "username",
  email: "email",
  auth: "auth",
  contract_type: "contract",
  start_date: "day",
  due_date: "day",
  duration: "days",
  api_enable_mode: "mode",
};

/**
 * Why a file of accounts was refused: what is wrong with the whole file, or each wrong cell with its row, its column and what it
 * has to be.
 */
export function ImportProblems({ error }: { error: unknown }) {
  const text = useText(messages);
  const format = useFormat();
  const { sentence: summary } = useErrorMessage()(error);
  const faultText = useFaultText();
  const detail = error instanceof ApiError ? error.detail : [];
  const faults = detail.filter(({ path, fault }) => fault && !path.startsWith("columns"));
  const sentences = detail.map(({ path, fault }) => faultText(fault) ?? sentenceOf(path));
  if (faults.length > 0)
    return (
      <Refusal>
        {summary}
        {faults.map(({ message, fault }) => (
          <FileProblem key={message} message={message} fault={fault} />
        ))}
      </Refusal>
    );
  if (sentences.length === 0 || sentences.includes(undefined)) return <Failure error={error} title={text("import.refused")} />;

  function sentenceOf(path: string): string | undefined {
    if (path === "columns") return text("import.noUsername");
    const [, row, column = ""] = /^rows\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
    if (row === undefined) return undefined;
    return text("import.wrong", { row: format.number(Number(row) + 1), column, rule: text(`import.rule.${ruleOf(column)}`) });
  }
  return (
    <Refusal>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Box>
    </Refusal>
  );
}

function Refusal({ children }: { children: ReactNode }) {
  const text = useText(messages);
  return (
    <Alert severity="error" sx={{ justifySelf: "stretch", maxHeight: 320, overflow: "auto" }}>
      <AlertTitle>{text("import.refused")}</AlertTitle>
      {children}
    </Alert>
  );
}

function ruleOf(column: string): Rule {
  return RULES[column] ?? (column.endsWith("_limit") ? "limit" : "yesNo");
}

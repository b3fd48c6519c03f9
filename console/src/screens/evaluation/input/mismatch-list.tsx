import { Box } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { ColumnMismatch } from "./column-mismatches.js";

/** Mismatches by column, each with the suggested action. */
export function MismatchList({ problems }: { problems: readonly ColumnMismatch[] }) {
  const text = useText(messages);
  const sentence = (problem: ColumnMismatch): string => {
    if (problem.kind === "missing") return text("mapping.missing");
    if (problem.kind === "other") return problem.words;
    const { first } = problem;
    const sentence = text("mapping.otherKind", {
      found: text(`mapping.types.${problem.actualType}`),
      wanted: text(`mapping.types.${problem.expectedType}`),
    });
    return first ? `${sentence} ${text("mapping.firstWrong", { row: first.row, value: first.value })}` : sentence;
  };
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {problems.map((problem) => (
        <li key={`${problem.column} ${sentence(problem)}`} lang={problem.kind === "other" ? "en" : undefined}>
          {problem.column === null ? null : <strong>{problem.column}</strong>}
          {problem.column === null ? null : ": "}
          {sentence(problem)}
        </li>
      ))}
    </Box>
  );
}

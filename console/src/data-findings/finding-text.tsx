import type { DataFinding } from "@agatha/contracts";
import { Box } from "@mui/material";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** A finding of the data check, and what training does about it. `label` is the shown name of its column. */
export function FindingText({ finding: { code, column, values }, label = column }: { finding: DataFinding; label?: string }) {
  const text = useText(messages);
  const format = useFormat();
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value : name === "share" ? format.percent(value) : format.number(value),
  ]);
  const named = { column: label ?? "", ...Object.fromEntries(written) };
  return (
    <>
      {text(`found.${code}.what`, named)}{" "}
      <Box component="span" sx={{ color: "text.secondary" }}>
        {text(`found.${code}.training`, named)}
      </Box>
    </>
  );
}

import { leftOutColumns, type ModelInfo } from "@agatha/contracts";
import { Box, Typography } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { WarningItems } from "./performance/training-warnings.js";

/** The columns that training left out of the inputs, each with the reason. Renders nothing if there are none. */
export function LeftOutColumns({
  info: { inputs, response, warnings, findings = [] },
}: {
  info: Pick<ModelInfo, "inputs" | "warnings" | "findings"> & { response?: ModelInfo["response"] };
}) {
  const text = useText(messages);
  const leftOut = leftOutColumns({ inputs, response, warnings });
  if (leftOut.length === 0) return null;
  const about = findings.filter(({ code, column }) => code === "near_unique_text" && leftOut.some((one) => one.column === column));
  return (
    <Box component="section" aria-labelledby="left-out-columns">
      <Typography id="left-out-columns" variant="body2" component="h3" sx={{ fontWeight: 600 }}>
        {text("warnings.noInputs")}
      </Typography>
      <Typography variant="body2" color="text.secondary" component="ul" sx={{ m: 0, pl: 2.25 }}>
        <WarningItems warnings={leftOut} findings={about} />
      </Typography>
    </Box>
  );
}

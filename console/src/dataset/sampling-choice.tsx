import type { SamplingMethod } from "@agatha/contracts";
import { MenuItem, TextField, Typography } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { useDatasetEdit } from "./dataset-edit.js";
import { messages } from "./messages.js";

/** Rows that can be used at once; a longer table is sampled (specification, section 9). */
const ROWS_AT_ONCE = 10_000;
const METHODS = ["random", "head", "middle", "tail"] as const satisfies readonly SamplingMethod[];

/** Which rows of a long table are used. */
export function SamplingChoice() {
  const text = useText(messages);
  const { dataset, change } = useDatasetEdit();
  if ((dataset.total_rows ?? 0) <= ROWS_AT_ONCE) return null;
  if (dataset.product_type === "timeseries") {
    return (
      <Typography variant="body2" color="text.secondary">
        {text("sampling.timeseries")}
      </Typography>
    );
  }
  return (
    <TextField
      select
      id="dataset-sampling"
      label={text("sampling.label")}
      value={dataset.sampling ?? "random"}
      onChange={(event) => void change({ sampling: event.target.value as SamplingMethod }, text("sampling.done"))}
      sx={{ minWidth: 180 }}
    >
      {METHODS.map((method) => (
        <MenuItem key={method} value={method}>
          {text(`sampling.${method}`)}
        </MenuItem>
      ))}
      {dataset.sampling === "raw" ? <MenuItem value="raw">{text("sampling.raw")}</MenuItem> : null}
    </TextField>
  );
}

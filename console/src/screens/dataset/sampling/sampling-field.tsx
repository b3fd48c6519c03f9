import type { SamplingMethod } from "@agatha/contracts";
import { MenuItem, TextField, Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { useReadOnlyReason } from "../../../restrictions/for-role.js";
import { useDatasetUpdate } from "../dataset-update.js";
import { messages } from "../messages.js";
import { samplingOptions } from "./sampling.js";

/** Selects which rows of a long table are used. */
export function SamplingField() {
  const text = useText(messages);
  const { dataset, update } = useDatasetUpdate();
  const readOnly = useReadOnlyReason();
  const methods = samplingOptions(dataset);
  if (methods === "none") return null;
  if (methods === "whole") {
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
      value={dataset.sampling ?? methods[0]}
      disabled={readOnly !== null}
      title={readOnly ?? undefined}
      onChange={(event) => void update({ sampling: event.target.value as SamplingMethod }, text("sampling.done"))}
      sx={{ minWidth: 180 }}
    >
      {methods.map((method) => (
        <MenuItem key={method} value={method}>
          {text(`sampling.${method}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

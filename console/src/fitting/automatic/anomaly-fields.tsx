import { FEWEST_SEMILABELS } from "@agatha/contracts/semilabel";
import { Autocomplete, Box, TextField, Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { Choice } from "../new-model/choices.js";
import { pickerWidth } from "../new-model/picker-width.js";
import { NumberField } from "../number-field.js";
import { type AutomaticDraft, type AutomaticProblems, semilabelsOf } from "./automatic-draft.js";

interface AnomalyFieldsProps {
  wanted: AutomaticDraft;
  choices: readonly Choice[];
  problems: AutomaticProblems;
  onWanted(wanted: AutomaticDraft): void;
}

/** Whether some anomalies are known, by which methods are judged, and how many other rows may be flagged then. */
export function AnomalyFields({ wanted, choices, problems, onWanted }: AnomalyFieldsProps) {
  const text = useText(messages);
  const offered = semilabelsOf(choices);
  if (offered.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {text("automatic.noMarks", { fewest: FEWEST_SEMILABELS })}
      </Typography>
    );
  return (
    <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
      <Autocomplete
        options={offered}
        getOptionLabel={({ column }) => column.label}
        getOptionKey={({ column }) => column.uid}
        value={offered.find(({ column }) => column.name === wanted.semilabel) ?? null}
        onChange={(_event, choice) => onWanted({ ...wanted, semilabel: choice?.column.name ?? null })}
        autoHighlight
        sx={{ width: pickerWidth(offered.map(({ column }) => column.label)), maxWidth: "100%" }}
        renderInput={(params) => <TextField {...params} label={text("automatic.marks")} helperText={text("automatic.marksHint")} />}
      />
      {wanted.semilabel === null ? null : (
        <NumberField
          label={text("automatic.flagged")}
          value={wanted.flagged}
          onChange={(flagged) => onWanted({ ...wanted, flagged })}
          unit="%"
          problem={problems.flagged && text(`automatic.${problems.flagged}`)}
          hint={text("automatic.flaggedHint")}
          width={280}
        />
      )}
    </Box>
  );
}

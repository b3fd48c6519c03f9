import { MIN_SEMILABELS } from "@agatha/contracts/semilabel";
import { Autocomplete, Box, TextField, Typography } from "@mui/material";
import { NumberField } from "../fields/number-field.js";
import { columnPickerWidth } from "../fields/picker-width.js";
import { useText } from "../i18n/use-text.js";
import type { ColumnOption } from "../models/new-model/column-options.js";
import { type AutomaticTrainingDraft, type AutomaticTrainingProblems, semilabelOptions } from "./draft.js";
import { messages } from "./messages.js";

interface KnownAnomalyFieldsProps {
  automaticDraft: AutomaticTrainingDraft;
  choices: readonly ColumnOption[];
  problems: AutomaticTrainingProblems;
  onAutomaticDraft(automaticDraft: AutomaticTrainingDraft): void;
}

/** Fields for the column of known anomalies, which then judges the methods, and for the share of other rows that may be flagged. */
export function KnownAnomalyFields({ automaticDraft, choices, problems, onAutomaticDraft }: KnownAnomalyFieldsProps) {
  const text = useText(messages);
  const offered = semilabelOptions(choices);
  if (offered.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {text("noMarks", { fewest: MIN_SEMILABELS })}
      </Typography>
    );
  return (
    <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
      <Autocomplete
        options={offered}
        getOptionLabel={({ column }) => column.label}
        getOptionKey={({ column }) => column.uid}
        value={offered.find(({ column }) => column.name === automaticDraft.semilabel) ?? null}
        onChange={(_event, choice) => onAutomaticDraft({ ...automaticDraft, semilabel: choice?.column.name ?? null })}
        autoHighlight
        sx={{ width: columnPickerWidth(offered.map(({ column }) => column.label)), maxWidth: "100%" }}
        renderInput={(params) => <TextField {...params} label={text("marks")} helperText={text("marksHint")} />}
      />
      {automaticDraft.semilabel === null ? null : (
        <NumberField
          label={text("flagged")}
          value={automaticDraft.maxFlaggedPercent}
          onChange={(maxFlaggedPercent) => onAutomaticDraft({ ...automaticDraft, maxFlaggedPercent })}
          unit="%"
          problem={problems.maxFlaggedPercent && text(`${problems.maxFlaggedPercent}`)}
          hint={text("flaggedHint")}
          width={280}
        />
      )}
    </Box>
  );
}

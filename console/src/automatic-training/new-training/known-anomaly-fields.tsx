import { MIN_SEMILABELS } from "@agatha/contracts/model-rules/semilabel";
import {
  Autocomplete,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  MenuItem,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { columnPickerWidth } from "../../fields/picker-width.js";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useText } from "../../i18n/use-text.js";
import type { ColumnOption } from "../../models/training-draft/column-options.js";
import { messages } from "../messages.js";
import {
  type AutomaticTrainingDraft,
  type AutomaticTrainingProblems,
  anomalyValueOptions,
  limitsFlaggedRows,
  semilabelOptions,
  withSemilabel,
} from "./draft.js";

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
  const chosen = useSameWhileEqual(offered.find(({ column }) => column.name === automaticDraft.semilabel) ?? null);
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
        isOptionEqualToValue={(choice, other) => choice.column.uid === other.column.uid}
        value={chosen}
        onChange={(_event, choice) => onAutomaticDraft(withSemilabel(automaticDraft, choice))}
        autoHighlight
        sx={{ width: Math.max(420, columnPickerWidth(offered.map(({ column }) => column.label))), maxWidth: "100%" }}
        renderInput={(params) => <TextField {...params} label={text("marks")} helperText={text("marksHint")} />}
      />
      {chosen === null ? null : (
        <>
          <MarkFields choice={chosen} automaticDraft={automaticDraft} onAutomaticDraft={onAutomaticDraft} />
          {limitsFlaggedRows(automaticDraft) ? (
            <NumberField
              label={text("flagged")}
              value={automaticDraft.maxFlaggedPercent}
              onChange={(maxFlaggedPercent) => onAutomaticDraft({ ...automaticDraft, maxFlaggedPercent })}
              unit="%"
              problem={problems.maxFlaggedPercent && text(`${problems.maxFlaggedPercent}`)}
              hint={text("flaggedHint")}
              width={280}
            />
          ) : null}
        </>
      )}
    </Box>
  );
}

const OTHER_ROWS: readonly AutomaticTrainingDraft["otherRows"][] = ["unknown", "normal"];

interface MarkFieldsProps extends Pick<KnownAnomalyFieldsProps, "automaticDraft" | "onAutomaticDraft"> {
  choice: ColumnOption;
}

/** Asks which value is odd, and what the other rows are. */
function MarkFields({ choice, automaticDraft, onAutomaticDraft }: MarkFieldsProps) {
  const text = useText(messages);
  const values = anomalyValueOptions(choice);
  return (
    <>
      {values.length > 1 ? (
        <TextField
          select
          label={text("oddValue")}
          value={automaticDraft.anomalyValue ?? ""}
          onChange={(event) => onAutomaticDraft({ ...automaticDraft, anomalyValue: event.target.value || null })}
          sx={{ minWidth: 200 }}
        >
          {values.map((value) => (
            <MenuItem key={value} value={value ?? ""}>
              {value ?? text("anyValue")}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      <FormControl>
        <FormLabel id="other-rows">{text("otherRows")}</FormLabel>
        <RadioGroup
          row
          aria-labelledby="other-rows"
          value={automaticDraft.otherRows}
          onChange={(event) => onAutomaticDraft({ ...automaticDraft, otherRows: event.target.value === "normal" ? "normal" : "unknown" })}
        >
          {OTHER_ROWS.map((what) => (
            <FormControlLabel key={what} value={what} control={<Radio size="small" />} label={text(`otherRowsAre.${what}`)} />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  );
}

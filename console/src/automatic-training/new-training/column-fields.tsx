import { Box, FormControlLabel, FormHelperText, Switch } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages as modelMessages } from "../../models/messages.js";
import type { ColumnOption } from "../../models/training-draft/column-options.js";
import { ColumnPicker } from "../../models/training-draft/column-picker.js";
import type { TrainingDraft } from "../../models/training-draft/draft.js";
import { messages } from "../messages.js";
import { type AutomaticTrainingDraft, featureOptions } from "./draft.js";

interface ColumnFieldsProps {
  draft: TrainingDraft;
  automaticDraft: AutomaticTrainingDraft;
  choices: readonly ColumnOption[];
  /** Columns that only name the group, if the model is for new groups. */
  groupNames: readonly string[];
  problem: "columnsNeeded" | undefined;
  onDraft(draft: TrainingDraft): void;
  onAutomaticDraft(automaticDraft: AutomaticTrainingDraft): void;
}

/** Fields for the columns to learn from. The training chooses them by default. */
export function ColumnFields({ draft, automaticDraft, choices, groupNames, problem, onDraft, onAutomaticDraft }: ColumnFieldsProps) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const usable = automaticDraft.columns === "usable";
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box>
        <FormControlLabel
          control={
            <Switch
              checked={usable}
              onChange={(_event, checked) => onAutomaticDraft({ ...automaticDraft, columns: checked ? "usable" : "chosen" })}
              slotProps={{ input: { role: "switch", "aria-describedby": "usable-hint" } }}
            />
          }
          label={text("usable")}
        />
        <FormHelperText id="usable-hint">{text(draft.goal === "predict" ? "usableHint" : "usableHintOther")}</FormHelperText>
        {usable && problem ? <FormHelperText error>{modelText(`create.${problem}`)}</FormHelperText> : null}
      </Box>
      {usable ? null : (
        <ColumnPicker
          choices={featureOptions(draft, automaticDraft, choices)}
          chosen={draft.columns}
          goal={draft.goal}
          groupNames={groupNames}
          problem={problem}
          onChange={(columns) => onDraft({ ...draft, columns })}
        />
      )}
    </Box>
  );
}

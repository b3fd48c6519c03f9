import { Box, FormControlLabel, FormHelperText, Switch } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { Choice } from "../new-model/choices.js";
import { ColumnPicker } from "../new-model/column-picker.js";
import type { Draft } from "../new-model/draft.js";
import { type AutomaticDraft, columnsLeft } from "./automatic-draft.js";

interface ColumnFieldsProps {
  draft: Draft;
  wanted: AutomaticDraft;
  choices: readonly Choice[];
  problem: "columnsNeeded" | undefined;
  onDraft(draft: Draft): void;
  onWanted(wanted: AutomaticDraft): void;
}

/** Which columns are learned from: the training chooses them, unless one wants to. */
export function ColumnFields({ draft, wanted, choices, problem, onDraft, onWanted }: ColumnFieldsProps) {
  const text = useText(messages);
  const usable = wanted.columns === "usable";
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box>
        <FormControlLabel
          control={
            <Switch
              checked={usable}
              onChange={(_event, checked) => onWanted({ ...wanted, columns: checked ? "usable" : "chosen" })}
              slotProps={{ input: { role: "switch", "aria-describedby": "usable-hint" } }}
            />
          }
          label={text("automatic.usable")}
        />
        <FormHelperText id="usable-hint">
          {text(draft.goal === "predict" ? "automatic.usableHint" : "automatic.usableHintOther")}
        </FormHelperText>
        {usable && problem ? <FormHelperText error>{text(`create.${problem}`)}</FormHelperText> : null}
      </Box>
      {usable ? null : (
        <ColumnPicker
          choices={columnsLeft(draft, wanted, choices)}
          chosen={draft.columns}
          problem={problem}
          onChange={(columns) => onDraft({ ...draft, columns })}
        />
      )}
    </Box>
  );
}

import { rankingCriteria } from "@agatha/contracts/ranking/ranking";
import { Box, FormControlLabel, FormHelperText, MenuItem, Paper, Switch, TextField } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { hasOpenSettings, TUNING_SECONDS, type TunedModel, type TuningDraft, tuningMeasures } from "./tuning.js";
import type { ModelDraftProblems } from "./validate-draft.js";

interface TuningFieldsProps {
  tuning: TuningDraft;
  model: TunedModel;
  problem: ModelDraftProblems["tuning"];
  onTuning(tuning: TuningDraft): void;
}

/** Asks whether to search for better settings of the methods, for how long, and by which figure. */
export function TuningFields({ tuning, model, problem, onTuning }: TuningFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const measures = tuningMeasures(tuning, model);
  if (!measures) return null;
  const open = hasOpenSettings(model);
  const nameOf = (measure: typeof measures.chosen) => rankingCriteria(model.type, measure)[0]!.indicator;
  const range = { min: format.number(TUNING_SECONDS.min), max: format.number(TUNING_SECONDS.max) };
  return (
    <Paper sx={{ p: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box>
        <FormControlLabel
          control={
            <Switch
              checked={tuning.enabled && open}
              disabled={!open}
              onChange={(_event, enabled) => onTuning({ ...tuning, enabled })}
              slotProps={{ input: { role: "switch", "aria-describedby": "tuning-hint" } }}
            />
          }
          label={text("create.tuning.on")}
        />
        <FormHelperText id="tuning-hint" sx={{ mx: 0 }}>
          {text(open ? "create.tuning.hint" : "create.tuning.nothing")}
        </FormHelperText>
      </Box>
      {tuning.enabled && open ? (
        <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap" }}>
          <NumberField
            label={text("create.tuning.seconds")}
            value={tuning.seconds}
            onChange={(seconds) => onTuning({ ...tuning, seconds })}
            unit="s"
            problem={problem && text("create.parameterWhole", range)}
            width={260}
          />
          <TextField
            select
            label={text("create.tuning.measure")}
            value={measures.chosen}
            onChange={(event) => onTuning({ ...tuning, measure: event.target.value as typeof measures.chosen })}
            helperText={text(`metricMeaning.${nameOf(measures.chosen)}`)}
            sx={{ width: 420, maxWidth: "100%" }}
          >
            {measures.options.map((measure) => (
              <MenuItem key={measure} value={measure}>
                {text(`metric.${nameOf(measure)}`)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      ) : null}
    </Paper>
  );
}

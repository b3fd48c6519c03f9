import { enablingModeFor } from "@agatha/contracts/api-access/api-enabling";
import { ENABLING_MODES, type EnablingMode } from "@agatha/contracts/kinds/enabling-mode";
import type { UserAnswer } from "@agatha/contracts/wire";
import { Box, FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, Typography } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "../messages.js";
import { type AutomaticTrainingDraft, type AutomaticTrainingProblems, MODEL_LIMIT, TIME_LIMIT_MINUTES } from "./draft.js";

const EFFORTS = ["thorough", "quick"] as const;

interface EffortFieldsProps {
  automaticDraft: AutomaticTrainingDraft;
  problems: AutomaticTrainingProblems;
  onAutomaticDraft(automaticDraft: AutomaticTrainingDraft): void;
}

/** Fields for the effort, the time limit and the models whose APIs are enabled. */
export function EffortFields({ automaticDraft, problems, onAutomaticDraft }: EffortFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const range = { min: format.number(TIME_LIMIT_MINUTES.min), max: format.number(TIME_LIMIT_MINUTES.max) };
  return (
    <>
      <FormControl>
        <FormLabel id="effort">{text("effort")}</FormLabel>
        <RadioGroup
          aria-labelledby="effort"
          value={automaticDraft.effort}
          onChange={(event) => onAutomaticDraft({ ...automaticDraft, effort: event.target.value as AutomaticTrainingDraft["effort"] })}
        >
          {EFFORTS.map((effort) => (
            <FormControlLabel
              key={effort}
              value={effort}
              control={<Radio size="small" />}
              label={
                <>
                  {`${text(effort)} `}
                  <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1 }}>
                    {text(`${effort}Hint`)}
                  </Typography>
                </>
              }
            />
          ))}
        </RadioGroup>
      </FormControl>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2 }}>
        <NumberField
          label={text("minutes")}
          value={automaticDraft.minutes}
          onChange={(minutes) => onAutomaticDraft({ ...automaticDraft, minutes })}
          unit={text("minutesUnit")}
          problem={problems.minutes && text(`${problems.minutes}`, range)}
          hint={text("minutesHint")}
          width={320}
        />
        <NumberField
          label={text("models")}
          value={automaticDraft.models}
          onChange={(models) => onAutomaticDraft({ ...automaticDraft, models })}
          problem={
            problems.models && text(`${problems.models}`, { min: format.number(MODEL_LIMIT.min), max: format.number(MODEL_LIMIT.max) })
          }
          hint={text("modelsHint")}
          width={320}
        />
      </Box>
      <EnablingFields automaticDraft={automaticDraft} onAutomaticDraft={onAutomaticDraft} />
    </>
  );
}

function EnablingFields({ automaticDraft, onAutomaticDraft }: Omit<EffortFieldsProps, "problems">) {
  const text = useText(messages);
  const user = useSessionUser();
  const offered = enablingModesFor(user);
  if (offered.length === 1)
    return (
      <Typography variant="body2" color="text.secondary">
        {text("enablingNone")}
      </Typography>
    );
  return (
    <FormControl>
      <FormLabel id="enabling">{text("enabling")}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="enabling"
        value={automaticDraft.enabling}
        onChange={(event) => onAutomaticDraft({ ...automaticDraft, enabling: event.target.value as EnablingMode })}
        sx={{ columnGap: 2 }}
      >
        {offered.map((mode) => (
          <FormControlLabel key={mode} value={mode} control={<Radio size="small" />} label={text(`enable.${mode}`)} />
        ))}
      </RadioGroup>
      <FormHelperText sx={{ mx: 0 }}>{text("enablingHint")}</FormHelperText>
    </FormControl>
  );
}

/** Only managers may choose another mode than the account's own, or none. */
function enablingModesFor({ auth, api_enable_mode }: UserAnswer): EnablingMode[] {
  return ENABLING_MODES.filter((mode) => auth === "manager" || mode === "manual" || mode === enablingModeFor(api_enable_mode));
}

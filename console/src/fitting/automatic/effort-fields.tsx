import { ENABLING_MODES, type EnablingMode, enablingOf } from "@agatha/contracts/enabling";
import type { UserAnswer } from "@agatha/contracts/wire";
import { Box, FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "../messages.js";
import { NumberField } from "../number-field.js";
import { type AutomaticDraft, type AutomaticProblems, MINUTES } from "./automatic-draft.js";

const EFFORTS = ["thorough", "quick"] as const;

interface EffortFieldsProps {
  wanted: AutomaticDraft;
  problems: AutomaticProblems;
  onWanted(wanted: AutomaticDraft): void;
}

/** How much is tried, for how long, and which models other systems may ask afterwards. */
export function EffortFields({ wanted, problems, onWanted }: EffortFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const range = { min: format.number(MINUTES.min), max: format.number(MINUTES.max) };
  return (
    <>
      <FormControl>
        <FormLabel id="effort">{text("automatic.effort")}</FormLabel>
        <RadioGroup
          aria-labelledby="effort"
          value={wanted.effort}
          onChange={(event) => onWanted({ ...wanted, effort: event.target.value as AutomaticDraft["effort"] })}
        >
          {EFFORTS.map((effort) => (
            <FormControlLabel
              key={effort}
              value={effort}
              control={<Radio size="small" />}
              label={
                <>
                  {text(`automatic.${effort}`)}
                  <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1 }}>
                    {text(`automatic.${effort}Hint`)}
                  </Typography>
                </>
              }
            />
          ))}
        </RadioGroup>
      </FormControl>
      <Box>
        <NumberField
          label={text("automatic.minutes")}
          value={wanted.minutes}
          onChange={(minutes) => onWanted({ ...wanted, minutes })}
          unit={text("automatic.minutesUnit")}
          problem={problems.minutes && text(`automatic.${problems.minutes}`, range)}
          hint={text("automatic.minutesHint")}
          width={320}
        />
      </Box>
      <EnablingFields wanted={wanted} onWanted={onWanted} />
    </>
  );
}

function EnablingFields({ wanted, onWanted }: Omit<EffortFieldsProps, "problems">) {
  const text = useText(messages);
  const user = useSessionUser();
  const offered = offeredTo(user);
  if (offered.length === 1)
    return (
      <Typography variant="body2" color="text.secondary">
        {text("automatic.enablingNone")}
      </Typography>
    );
  return (
    <FormControl>
      <FormLabel id="enabling">{text("automatic.enabling")}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="enabling"
        value={wanted.enabling}
        onChange={(event) => onWanted({ ...wanted, enabling: event.target.value as EnablingMode })}
        sx={{ columnGap: 2 }}
      >
        {offered.map((mode) => (
          <FormControlLabel key={mode} value={mode} control={<Radio size="small" />} label={text(`automatic.enable.${mode}`)} />
        ))}
      </RadioGroup>
      <FormHelperText sx={{ mx: 0 }}>{text("automatic.enablingHint")}</FormHelperText>
    </FormControl>
  );
}

/** Only managers choose otherwise than was said of the account, or none. */
function offeredTo({ auth, api_enable_mode }: UserAnswer): EnablingMode[] {
  return ENABLING_MODES.filter((mode) => auth === "manager" || mode === "manual" || mode === enablingOf(api_enable_mode));
}

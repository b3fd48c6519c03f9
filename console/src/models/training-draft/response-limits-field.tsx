import { Box, FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, TextField } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { ResponseLimitsDraft } from "./draft.js";
import { chooseLimits, possibleUpperLimit, type rangeOfTarget } from "./response-limits.js";

const CHOICES = ["data", "own", "none"] as const;

interface ResponseLimitsFieldProps {
  limits: ResponseLimitsDraft;
  valid: boolean;
  /** Least and greatest value of the target, if they are known. */
  range: ReturnType<typeof rangeOfTarget>;
  onLimits(limits: ResponseLimitsDraft): void;
}

/** Asks which values of the target are possible: as the data say, within typed limits, or any. */
export function ResponseLimitsField({ limits, valid, range, onLimits }: ResponseLimitsFieldProps) {
  const text = useText(messages);
  const possibleUpper = possibleUpperLimit(range);
  return (
    <FormControl>
      <FormLabel id="response-limits">{text("create.limits.question")}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="response-limits"
        value={limits.by}
        onChange={(event) => onLimits(chooseLimits(limits, event.target.value as ResponseLimitsDraft["by"], range))}
      >
        {CHOICES.map((by) => (
          <FormControlLabel key={by} value={by} control={<Radio size="small" />} label={text(`create.limits.${by}`)} />
        ))}
      </RadioGroup>
      {limits.by === "own" ? (
        <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", my: 1 }}>
          {(["lower", "upper"] as const).map((end) => (
            <TextField
              key={end}
              size="small"
              label={text(`create.limits.${end}`)}
              value={limits[end]}
              error={!valid}
              helperText={valid ? undefined : text("create.limits.rule")}
              onChange={(event) => onLimits({ ...limits, [end]: event.target.value })}
              slotProps={{ htmlInput: { inputMode: "decimal" } }}
              sx={{ width: 220 }}
            />
          ))}
        </Box>
      ) : null}
      {limits.by !== "none" ? (
        <FormHelperText sx={{ mx: 0 }}>
          {possibleUpper === undefined ? text("create.limits.hint") : text("create.limits.share", { upper: possibleUpper })}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}

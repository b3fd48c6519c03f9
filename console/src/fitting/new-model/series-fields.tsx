import { Box, FormControlLabel, FormHelperText, MenuItem, Switch, TextField } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { NumberField } from "../number-field.js";
import { type Choice, timesOf } from "./choices.js";
import { SERIES_BOUNDS, type SeriesDraft, type SeriesProblems } from "./series.js";

interface SeriesFieldsProps {
  series: SeriesDraft;
  choices: readonly Choice[];
  problems: SeriesProblems;
  /** Whether one has tried to send it: what is still empty is said only then. */
  tried: boolean;
  onChange(series: SeriesDraft): void;
}

/** Whether the rows are periods that follow each other, and what is forecast of them; nothing where there is no time column. */
export function SeriesFields({ series, choices, problems, tried, onChange }: SeriesFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const times = timesOf(choices);
  if (times.length === 0) return null;
  const timeProblem = tried && problems.time ? text(`create.series.${problems.time}`) : undefined;
  const periods = (name: "lags" | "horizon") => {
    const { min, max } = SERIES_BOUNDS[name];
    return (
      <NumberField
        label={text(`create.series.${name}`)}
        value={series[name]}
        onChange={(value) => onChange({ ...series, [name]: value })}
        problem={problems[name] && text("create.parameterWhole", { min: format.number(min), max: format.number(max) })}
        width={200}
      />
    );
  };
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={series.on}
            onChange={(_event, on) => onChange({ ...series, on })}
            slotProps={{ input: { role: "switch", "aria-describedby": "series-hint" } }}
          />
        }
        label={text("create.series.on")}
      />
      <FormHelperText id="series-hint" sx={{ mt: 0 }}>
        {text("create.series.hint")}
      </FormHelperText>
      {series.on ? (
        <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", alignItems: "flex-start", mt: 2 }}>
          <TextField
            select
            label={text("create.series.time")}
            value={series.time ?? ""}
            onChange={(event) => onChange({ ...series, time: event.target.value })}
            error={timeProblem !== undefined}
            helperText={timeProblem}
            sx={{ minWidth: 220, maxWidth: "100%" }}
          >
            {times.map(({ column }) => (
              <MenuItem key={column.uid} value={column.name}>
                {column.label}
              </MenuItem>
            ))}
          </TextField>
          {periods("lags")}
          {periods("horizon")}
        </Box>
      ) : null}
    </Box>
  );
}

import type { ModelInfo } from "@agatha/contracts";
import { Box, MenuItem, TextField } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { SeriesChooser } from "../../../series/series-chooser.js";
import { messages } from "../../messages.js";
import type { ShownForecast } from "./shown-forecast.js";

type Forecast = NonNullable<ModelInfo["forecast"]>;
type WithLevel = { level?: string[] | undefined };

/** Level of a series in a hierarchy; the same for all series without one. */
const levelKey = ({ level = [] }: WithLevel) => level.join(" / ");

interface ForecastChooserProps {
  forecast: Forecast;
  chosen: ShownForecast;
  onChoose(name: string): void;
}

/** Chooses one of several series, of a hierarchy by its level, also among those whose forecast is not described. */
export function ForecastChooser({ forecast, chosen, onChoose }: ForecastChooserProps) {
  const text = useText(messages);
  const { levels = [] } = forecast.hierarchy ?? {};
  const names = namesOfLevel(forecast, levelKey(chosen));
  return (
    <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap" }}>
      {forecast.hierarchy ? (
        <TextField
          select
          label={text("forecast.level")}
          value={levelKey(chosen)}
          onChange={(event) => onChoose(namesOfLevel(forecast, event.target.value)[0] ?? chosen.name)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ width: 320, maxWidth: "100%" }}
        >
          {levels.map(({ columns }) => (
            <MenuItem key={columns.join(" / ")} value={columns.join(" / ")}>
              {columns.join(" / ") || text("forecast.total")}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {names.length > 1 ? <SeriesChooser label={text("forecast.series")} names={names} chosen={chosen.name} onChange={onChoose} /> : null}
    </Box>
  );
}

/** Returns the names of the series of a level, those with a described forecast first. */
function namesOfLevel({ series = [], other_series: others = [] }: Forecast, key: string): string[] {
  const isOfLevel = (each: WithLevel) => levelKey(each) === key;
  return [...series.filter(isOfLevel).map(({ name }) => name), ...others.filter(isOfLevel).flatMap(({ names }) => names)];
}

import { Autocomplete, TextField } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface TimeZoneFieldProps {
  value: string;
  onChange(zone: string): void;
}

/** Choice of the time zone in which times without an offset are read. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const text = useText(messages);
  return (
    <Autocomplete
      id="reading-timezone"
      disableClearable
      options={timeZones(value)}
      value={value}
      onChange={(_event, zone) => onChange(zone)}
      renderInput={(params) => <TextField {...params} label={text("timezone")} helperText={text("timezoneHint")} />}
    />
  );
}

/** All zones that the browser knows, with UTC and the one in use. */
const timeZones = (used: string): string[] => [...new Set(["UTC", used, ...Intl.supportedValuesOf("timeZone")])];

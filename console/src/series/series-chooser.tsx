import { Autocomplete, TextField } from "@mui/material";

interface SeriesChooserProps {
  label: string;
  names: readonly string[];
  chosen: string;
  onChange(name: string): void;
}

/** Chooses one of several series by its name. */
export function SeriesChooser({ label, names, chosen, onChange }: SeriesChooserProps) {
  return (
    <Autocomplete
      options={[...names]}
      value={chosen}
      disableClearable
      autoHighlight
      onChange={(_event, name) => onChange(name)}
      sx={{ width: 320, maxWidth: "100%" }}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

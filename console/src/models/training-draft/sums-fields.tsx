import { RECONCILIATION_METHODS } from "@agatha/contracts/kinds/time-series";
import { Autocomplete, Box, Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel, MenuItem, TextField } from "@mui/material";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, columnLabeler } from "./column-options.js";
import { draftOfSums, isSameLevel, levelChoices, type SumsDraft, type TimeSeriesDraft } from "./time-series.js";

interface SumsFieldsProps {
  series: TimeSeriesDraft;
  /** Columns that may name series. */
  choices: readonly ColumnOption[];
  onChange(series: TimeSeriesDraft): void;
}

/** Asks whether sums matter: along which columns, at which levels, and how forecasts are made to add up. */
export function SumsFields({ series, choices, onChange }: SumsFieldsProps) {
  const text = useText(messages);
  const label = columnLabeler(choices);
  const { sums } = series;
  const change = (changed: SumsDraft | null) => onChange({ ...series, sums: changed });
  return (
    <Box sx={{ flexBasis: "100%", maxWidth: 640, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Autocomplete
        multiple
        options={choices.map(({ column }) => column.name)}
        value={useSameWhileEqual([...(sums?.columns ?? [])])}
        getOptionLabel={label}
        onChange={(_event, columns) => change(draftOfSums(columns, sums?.reconciliation))}
        renderInput={(params) => <TextField {...params} label={text("create.series.sums")} helperText={text("create.series.sumsHint")} />}
      />
      {sums ? (
        <>
          <FormControl component="fieldset">
            <FormLabel component="legend">{text("create.series.levels")}</FormLabel>
            <FormGroup>
              {levelChoices(sums.columns).map((level) => {
                const isChosen = sums.levels.some((each) => isSameLevel(each, level));
                const others = sums.levels.filter((each) => !isSameLevel(each, level));
                return (
                  <FormControlLabel
                    key={level.join("\u0000")}
                    control={
                      <Checkbox
                        checked={isChosen}
                        disabled={isChosen && others.length === 0}
                        onChange={() => change({ ...sums, levels: isChosen ? others : [...others, level] })}
                      />
                    }
                    label={level.length === 0 ? text("create.series.total") : level.map(label).join(" / ")}
                  />
                );
              })}
            </FormGroup>
          </FormControl>
          <TextField
            select
            label={text("create.series.reconciliation")}
            value={sums.reconciliation}
            onChange={(event) => change({ ...sums, reconciliation: event.target.value as SumsDraft["reconciliation"] })}
            helperText={text("create.series.reconciliationHint")}
          >
            {(["auto", ...RECONCILIATION_METHODS] as const).map((method) => (
              <MenuItem key={method} value={method}>
                {text(`create.series.${method}`)}
              </MenuItem>
            ))}
          </TextField>
        </>
      ) : null}
    </Box>
  );
}

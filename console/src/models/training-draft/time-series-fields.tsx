import type { LagInputs } from "@agatha/contracts/kinds/time-series";
import { canNameSeries } from "@agatha/contracts/model-rules/can-name-series";
import { Autocomplete, Box, Button, FormControlLabel, FormHelperText, MenuItem, Switch, TextField } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, columnLabeler, timeColumnOptions } from "./column-options.js";
import { SumsFields } from "./sums-fields.js";
import { proposedKnownAhead, TIME_SERIES_BOUNDS, type TimeSeriesDraft, type TimeSeriesProblems, withKnownAhead } from "./time-series.js";

interface TimeSeriesFieldsProps {
  series: TimeSeriesDraft;
  choices: readonly ColumnOption[];
  target: string | null;
  use: "forecast" | "outliers";
  /** Inputs of models of lags unless the user chooses; null where no method is one: a forecaster sees all prior periods. */
  defaultLagInputs: LagInputs | null;
  problems: TimeSeriesProblems;
  /** Whether the user has tried to submit. Empty fields are reported only then. */
  submitAttempted: boolean;
  onChange(series: TimeSeriesDraft): void;
}

/**
 * Fields that declare the rows as consecutive periods, and set the forecast if there is one. Without a time column, says what a
 * forecast needs.
 */
export function TimeSeriesFields({
  series,
  choices,
  target,
  use,
  defaultLagInputs,
  problems,
  submitAttempted,
  onChange,
}: TimeSeriesFieldsProps) {
  const text = useText(messages);
  const times = timeColumnOptions(choices);
  const names = choices.filter(({ column }) => canNameSeries(column));
  if (times.length === 0) return use === "forecast" ? <FormHelperText>{text("create.series.noTime")}</FormHelperText> : null;
  const timeProblem = submitAttempted && problems.time ? text(`create.series.${problems.time}`) : undefined;
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={series.enabled}
            onChange={(_event, enabled) => onChange({ ...series, enabled })}
            slotProps={{ input: { role: "switch", "aria-describedby": "series-hint" } }}
          />
        }
        label={text(use === "forecast" ? "create.series.on" : "create.series.onOutliers")}
      />
      <FormHelperText id="series-hint" sx={{ mt: 0 }}>
        {text(use === "forecast" ? "create.series.hint" : "create.series.hintOutliers")}
      </FormHelperText>
      {series.enabled ? (
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
          {names.length > 0 && series.sums === null ? (
            <TextField
              select
              label={text("create.series.column")}
              value={series.seriesColumn ?? ""}
              onChange={(event) => onChange({ ...series, seriesColumn: event.target.value === "" ? null : event.target.value })}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              sx={{ minWidth: 220, maxWidth: "100%" }}
            >
              <MenuItem value="">{text("create.series.oneSeries")}</MenuItem>
              {names.map(({ column }) => (
                <MenuItem key={column.uid} value={column.name}>
                  {column.label}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          {use === "forecast" ? (
            <ForecastFields
              series={series}
              choices={choices}
              names={names}
              target={target}
              defaultLagInputs={defaultLagInputs}
              problems={problems}
              onChange={onChange}
            />
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}

type ForecastFieldsProps = Pick<TimeSeriesFieldsProps, "series" | "choices" | "target" | "defaultLagInputs" | "problems" | "onChange"> & {
  /** Columns that may name series. */
  names: readonly ColumnOption[];
};

/** Fields for the periods to be forecast, the backtest, sums and columns known ahead. */
function ForecastFields({ series, choices, names, target, defaultLagInputs, problems, onChange }: ForecastFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const periods = (name: "lags" | "horizon" | "cutoffs") => {
    const { min, max } = TIME_SERIES_BOUNDS[name];
    return (
      <NumberField
        label={text(`create.series.${name}`)}
        value={series[name]}
        onChange={(value) => onChange({ ...series, [name]: value, ...(name === "horizon" && { isHorizonEntered: true }) })}
        problem={problems[name] && text("create.parameterWhole", { min: format.number(min), max: format.number(max) })}
        hint={name === "lags" ? undefined : text(`create.series.${name}Hint`)}
        width={200}
      />
    );
  };
  return (
    <>
      {defaultLagInputs ? periods("lags") : null}
      {periods("horizon")}
      {periods("cutoffs")}
      {defaultLagInputs ? <LagInputsField series={series} usual={defaultLagInputs} onChange={onChange} /> : null}
      <EventsField series={series} onChange={onChange} />
      {names.length > 0 ? <SumsFields series={series} choices={names} onChange={onChange} /> : null}
      {series.sums === null ? <KnownAheadField series={series} choices={choices} target={target} onChange={onChange} /> : null}
    </>
  );
}

/** Asks whether models of lags also see the inputs that the data propose. */
function LagInputsField({ series, usual, onChange }: Pick<TimeSeriesFieldsProps, "series" | "onChange"> & { usual: LagInputs }) {
  const text = useText(messages);
  return (
    <Box sx={{ flexBasis: "100%" }}>
      <FormControlLabel
        control={
          <Switch
            checked={(series.lagInputs ?? usual) === "proposed"}
            onChange={(_event, isProposed) => onChange({ ...series, lagInputs: isProposed ? "proposed" : "recent" })}
            slotProps={{ input: { role: "switch", "aria-describedby": "lag-inputs-hint" } }}
          />
        }
        label={text("create.series.lagInputs")}
      />
      <FormHelperText id="lag-inputs-hint" sx={{ mt: 0 }}>
        {text("create.series.lagInputsHint")}
      </FormHelperText>
    </Box>
  );
}

/** Asks whether rows are events, so that a period without rows is 0. */
function EventsField({ series, onChange }: Pick<TimeSeriesFieldsProps, "series" | "onChange">) {
  const text = useText(messages);
  return (
    <Box sx={{ flexBasis: "100%" }}>
      <FormControlLabel
        control={
          <Switch
            checked={series.emptyPeriods === "zero"}
            onChange={(_event, isZero) => onChange({ ...series, emptyPeriods: isZero ? "zero" : "unknown" })}
            slotProps={{ input: { role: "switch", "aria-describedby": "events-hint" } }}
          />
        }
        label={text("create.series.events")}
      />
      <FormHelperText id="events-hint" sx={{ mt: 0 }}>
        {text("create.series.eventsHint")}
      </FormHelperText>
    </Box>
  );
}

/** Asks which columns are known for future periods; the others are known only until now. */
function KnownAheadField({ series, choices, target, onChange }: Pick<TimeSeriesFieldsProps, "series" | "choices" | "target" | "onChange">) {
  const text = useText(messages);
  const label = columnLabeler(choices);
  const names = choices.flatMap(({ column }) => (column.type === "n" && column.name !== target ? [column.name] : []));
  const proposed = proposedKnownAhead(series, choices, target);
  const knownAhead = useSameWhileEqual([...series.knownAhead]);
  if (names.length === 0) return null;
  return (
    <Box sx={{ flexBasis: "100%", maxWidth: 640 }}>
      <Autocomplete
        multiple
        options={names}
        value={knownAhead}
        getOptionLabel={label}
        onChange={(_event, chosen) => onChange(withKnownAhead(series, chosen))}
        renderInput={(params) => (
          <TextField {...params} label={text("create.series.knownAhead")} helperText={text("create.series.knownAheadHint")} />
        )}
      />
      {proposed.length > 0 ? (
        <Button size="small" onClick={() => onChange(withKnownAhead(series, [...knownAhead, ...proposed]))}>
          {text("create.series.useKnownAhead", { columns: proposed.map(label) })}
        </Button>
      ) : null}
    </Box>
  );
}

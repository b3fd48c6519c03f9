import { MAX_NUMERIC_CLASSES } from "@agatha/contracts/automatic-training/auto-model-type";
import type { LagInputs } from "@agatha/contracts/kinds/time-series";
import {
  Autocomplete,
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from "@mui/material";
import { columnPickerWidth } from "../../fields/picker-width.js";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useText } from "../../i18n/use-text.js";
import { SeriesDescriptionPanel } from "../../series/series-description.js";
import { messages } from "../messages.js";
import { type ColumnOption, canBeClassTarget, type LearningGoal, targetOptions } from "./column-options.js";
import { isTimeSeries, modelTypeOf, type TrainingDraft, withGoal, withTarget } from "./draft.js";
import { ErrorCostsField } from "./error-costs-field.js";
import { areResponseLimitsValid, hasResponseLimits, rangeOfTarget } from "./response-limits.js";
import { ResponseLimitsField } from "./response-limits-field.js";
import { rareClass, weightedClasses } from "./target-classes.js";
import { withProposedHorizon } from "./time-series.js";
import { TimeSeriesFields } from "./time-series-fields.js";
import type { TrainingDraftProblems } from "./validate-draft.js";

const GOALS: readonly LearningGoal[] = ["predict", "outliers", "clusters"];

interface GoalFieldsProps {
  datasetId: string;
  draft: TrainingDraft;
  choices: readonly ColumnOption[];
  /** Inputs of models of lags unless the user chooses; null where no method is one. */
  defaultLagInputs: LagInputs | null;
  problems: Pick<TrainingDraftProblems, "target" | "series">;
  /** Whether the user has tried to submit. Empty fields are reported only then. */
  submitAttempted: boolean;
  onChange(draft: TrainingDraft): void;
}

/** Fields for the goal: a column to predict, outliers or clusters. */
export function GoalFields({ datasetId, draft, choices, defaultLagInputs, problems, submitAttempted, onChange }: GoalFieldsProps) {
  const text = useText(messages);
  const rare = rareClass(draft, choices);
  const classes = weightedClasses(draft, choices);
  return (
    <>
      <FormControl>
        <FormLabel id="goal">{text("create.goal")}</FormLabel>
        <RadioGroup
          row
          aria-labelledby="goal"
          value={draft.goal}
          onChange={(event) => onChange(withGoal(draft, choices, event.target.value as LearningGoal))}
          sx={{ columnGap: 2 }}
        >
          {GOALS.map((goal) => (
            <FormControlLabel
              key={goal}
              value={goal}
              control={<Radio size="small" />}
              label={
                <>
                  {`${text(`create.${goal}`)} `}
                  <Typography component="span" variant="body2" color="text.secondary" sx={{ display: { xs: "none", sm: "inline" }, ml: 1 }}>
                    {text(`create.${goal}Hint`)}
                  </Typography>
                </>
              }
            />
          ))}
        </RadioGroup>
      </FormControl>
      {draft.goal === "predict" ? (
        <TargetFields draft={draft} choices={choices} problem={submitAttempted ? problems.target : undefined} onChange={onChange} />
      ) : null}
      {rare || classes ? (
        <ErrorCostsField
          rare={rare}
          classes={classes}
          costs={draft.errorCosts}
          onCosts={(errorCosts) => onChange({ ...draft, errorCosts })}
        />
      ) : null}
      {modelTypeOf(draft) === "REGRESSION" || draft.goal === "outliers" ? (
        <TimeSeriesFields
          series={draft.series}
          choices={choices}
          target={draft.target}
          use={draft.goal === "predict" ? "forecast" : "outliers"}
          defaultLagInputs={defaultLagInputs}
          problems={problems.series ?? {}}
          submitAttempted={submitAttempted}
          onChange={(series) => onChange({ ...draft, series })}
        />
      ) : null}
      {hasResponseLimits(draft) ? (
        <ResponseLimitsField
          limits={draft.responseLimits}
          valid={areResponseLimitsValid(draft)}
          range={rangeOfTarget(draft, choices)}
          onLimits={(responseLimits) => onChange({ ...draft, responseLimits })}
        />
      ) : null}
      {isTimeSeries(draft) && draft.series.time !== null && draft.series.sums === null && draft.target !== null ? (
        <SeriesDescriptionPanel
          key={`${draft.series.time} ${draft.target} ${draft.series.seriesColumn ?? ""}`}
          datasetId={datasetId}
          time={draft.series.time}
          value={draft.target}
          seriesColumn={draft.series.seriesColumn}
          useExtraction={draft.useExtraction}
          onDescription={(description) => {
            const series = withProposedHorizon(draft.series, description);
            if (series.horizon !== draft.series.horizon) onChange({ ...draft, series });
          }}
          onZeroPeriods={
            draft.goal === "predict" && draft.series.emptyPeriods !== "zero"
              ? () => onChange({ ...draft, series: { ...draft.series, emptyPeriods: "zero" } })
              : undefined
          }
          onSeriesColumn={(seriesColumn) => onChange({ ...draft, series: { ...draft.series, seriesColumn } })}
        />
      ) : null}
    </>
  );
}

interface TargetFieldsProps extends Pick<GoalFieldsProps, "draft" | "choices" | "onChange"> {
  problem: "targetNeeded" | undefined;
}

function TargetFields({ draft, choices, problem, onChange }: TargetFieldsProps) {
  const text = useText(messages);
  const targets = targetOptions(choices);
  const target = useSameWhileEqual(targets.find((choice) => choice.column.name === draft.target));
  return (
    <Box sx={{ display: "flex", gap: 3, alignItems: "flex-start", flexWrap: "wrap" }}>
      <Autocomplete
        options={targets}
        getOptionLabel={(choice) => choice.column.label}
        getOptionKey={(choice) => choice.column.uid}
        isOptionEqualToValue={(choice, other) => choice.column.uid === other.column.uid}
        value={target ?? null}
        onChange={(_event, choice) => choice && onChange(withTarget(draft, choices, choice.column.name))}
        disableClearable={target !== undefined}
        autoHighlight
        sx={{ width: columnPickerWidth(targets.map((choice) => choice.column.label)), maxWidth: "100%" }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={text("create.target")}
            required
            error={problem !== undefined}
            helperText={problem ? text(`create.${problem}`) : undefined}
          />
        )}
      />
      {target?.column.type === "n" ? (
        <FormControl>
          <FormLabel id="predict-as">{text("create.predictAs")}</FormLabel>
          <RadioGroup
            row
            aria-labelledby="predict-as"
            value={draft.predictAs}
            onChange={(event) => onChange({ ...draft, predictAs: event.target.value as TrainingDraft["predictAs"] })}
          >
            <FormControlLabel value="number" control={<Radio size="small" />} label={text("create.asNumber")} />
            <FormControlLabel
              value="class"
              control={<Radio size="small" />}
              label={text("create.asClass")}
              disabled={!canBeClassTarget(target)}
            />
          </RadioGroup>
          {target.edited !== "values" && target.column.stats.unique <= MAX_NUMERIC_CLASSES ? (
            <FormHelperText sx={{ mx: 0 }}>
              {text(draft.predictAs === "class" ? "create.takenAsClass" : "create.takenAsNumber", { count: target.column.stats.unique })}
            </FormHelperText>
          ) : null}
        </FormControl>
      ) : null}
    </Box>
  );
}

import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Checkbox, FormControl, FormControlLabel, FormHelperText, FormLabel, Typography } from "@mui/material";
import { Fragment } from "react";
import { modelState } from "../../../api/model-state.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useModelNames } from "../../../model-names/use-model-names.js";
import { incompatibilityOf } from "../../../models/comparability.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import { formatRankingMetric } from "../../../models/performance/metrics/format-metric.js";
import { groupByTarget, type ModelGroup, type RankingBasis } from "../../../models/ranking.js";
import { useQuestionText } from "../../../models/use-question-text.js";
import { useRankedRowsText } from "../../../models/use-ranked-rows-text.js";
import { messages } from "../messages.js";

interface ModelSelectionProps {
  /** Dataset of the comparison; models of another one name theirs. */
  datasetId: string;
  models: readonly ModelAnswer[];
  chosen: readonly string[];
  problem: "modelsNeeded" | undefined;
  onChange(chosen: string[]): void;
}

/** Selects the models to compare. Models that answer the same question are grouped, best first. */
export function ModelSelection({ datasetId, models, chosen, problem, onChange }: ModelSelectionProps) {
  const text = useText(messages);
  return (
    <FormControl component="fieldset" error={problem !== undefined} sx={{ minWidth: 0 }}>
      <FormLabel component="legend">{text("choice.title")}</FormLabel>
      <Typography variant="body2" color="text.secondary">
        {text("choice.hint")}
      </Typography>
      <Box sx={{ maxHeight: 360, overflow: "auto", mt: 0.5 }}>
        {groupByTarget(models).map((group) => (
          <ModelGroupOptions
            key={group.key}
            datasetId={datasetId}
            group={group}
            all={models}
            chosen={chosen}
            invalid={problem !== undefined}
            onChange={onChange}
          />
        ))}
      </Box>
      {problem ? <FormHelperText sx={{ mx: 0 }}>{text(`problem.${problem}`)}</FormHelperText> : null}
    </FormControl>
  );
}

interface ModelGroupProps extends Pick<ModelSelectionProps, "datasetId" | "chosen" | "onChange"> {
  group: ModelGroup;
  all: readonly ModelAnswer[];
  invalid: boolean;
}

function ModelGroupOptions({ datasetId, group, all, chosen, invalid, onChange }: ModelGroupProps) {
  const title = useQuestionText()(group.type, group.response);
  const rowsText = useRankedRowsText();
  const compared = all.filter(({ id }) => chosen.includes(id));
  const option = (model: ModelAnswer, basis?: RankingBasis) => (
    <ModelOption
      key={model.id}
      datasetId={datasetId}
      model={model}
      basis={basis}
      compared={compared}
      checked={chosen.includes(model.id)}
      invalid={invalid}
      onToggle={() => onChange(chosen.includes(model.id) ? chosen.filter((id) => id !== model.id) : [...chosen, model.id])}
    />
  );
  return (
    <Box role="group" aria-label={title} sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {group.ranked.map((set) => (
        <Fragment key={set.models[0]?.id}>
          {group.ranked.length > 1 ? (
            <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 0.5 }}>
              {rowsText(set, group.ranked)}
            </Typography>
          ) : null}
          {set.models.map((model) => option(model, set.basis))}
        </Fragment>
      ))}
      {group.others.map((model) => option(model))}
    </Box>
  );
}

interface ModelOptionProps {
  datasetId: string;
  model: ModelAnswer;
  /** How it is ranked among others; absent where it is not. */
  basis: RankingBasis | undefined;
  compared: readonly ModelAnswer[];
  checked: boolean;
  invalid: boolean;
  onToggle(): void;
}

function ModelOption({ datasetId, model, basis, compared, checked, invalid, onToggle }: ModelOptionProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const names = useModelNames();
  const format = useFormat();
  const why = checked ? undefined : incompatibilityOf(compared, model);
  const state = model.status === "success" ? null : fitting(`state.${modelState(model)}`);
  const origin = model.dataset_id === datasetId ? null : text("choice.ofDataset", { name: model.dataset_title });
  const facts = [origin, names.algorithms(model.algorithms), formatRankingMetric(format, model, names.metric, basis) ?? state];
  return (
    <FormControlLabel
      disabled={why !== undefined}
      control={
        <Checkbox
          size="small"
          checked={checked}
          onChange={onToggle}
          slotProps={{ input: invalid ? { "aria-invalid": true } : {} }}
          sx={{ py: 0.5 }}
        />
      }
      label={
        <>
          {model.title}{" "}
          <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 0.5 }}>
            {[...facts, why ? fitting(`compare.${why}`) : null].filter((fact) => fact).join(" · ")}
          </Typography>
        </>
      }
      sx={{ display: "flex", mr: 0, alignItems: "flex-start", "& .MuiFormControlLabel-label": { minWidth: 0, pt: 0.5 } }}
    />
  );
}

import type { ModelAnswer } from "@agatha/contracts/wire";
import CompareIcon from "@mui/icons-material/CompareArrowsOutlined";
import { Box, Checkbox, Chip, List, ListItemButton, ListSubheader, Typography } from "@mui/material";
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { modelState } from "../api/model-state.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { SideList } from "../lists/side-list.js";
import { useModelNames } from "../model-names/use-model-names.js";
import { EditorsLink } from "../restrictions/editors-link.js";
import { useAnalysisDataset } from "../routing/analysis-context.js";
import { evaluationPath, NEW_EVALUATION, NEW_MODEL } from "../routing/paths.js";
import { ApiChip } from "./api-chip.js";
import { compatibleModels, incompatibilityOf } from "./comparability.js";
import { messages } from "./messages.js";
import { BeforeDecision } from "./performance/classification/before-decision.js";
import { formatRankingMetric } from "./performance/metrics/format-metric.js";
import {
  bestOf,
  groupByTarget,
  isByShownMetric,
  type ModelGroup,
  type RankedModels,
  type RankingBasis,
  type RankingTraining,
} from "./ranking.js";
import { useQuestionText } from "./use-question-text.js";
import { useRankedRowsText } from "./use-ranked-rows-text.js";

interface ModelListProps {
  models: readonly ModelAnswer[];
  /** The first one that made a model of a group ranks it. */
  trainings: readonly RankingTraining[];
  /** Id of a model, or `new`; null while an automatic training is open. */
  chosen: string | null;
  addressOf(id: string): string;
  /** Shown above the models. */
  children: ReactNode;
}

/** Models of the dataset. Models that answer the same question are grouped, best first. */
export function ModelList({ models, trainings, chosen, addressOf, children }: ModelListProps) {
  const text = useText(messages);
  const dataset = useAnalysisDataset().dataset.data;
  const [compared, setCompared] = useState<readonly string[]>([]);
  const chosenOnes = compatibleModels(models, compared);
  const toggle = ({ id }: ModelAnswer) =>
    setCompared(chosenOnes.some((model) => model.id === id) ? compared.filter((other) => other !== id) : [...compared, id]);
  return (
    <SideList
      label={text("models")}
      createButton={{
        label: text("newModel"),
        to: addressOf(NEW_MODEL),
        isChosen: chosen === NEW_MODEL,
        making: { what: "model", product: dataset?.product_type, owner: dataset?.owner },
      }}
      actions={<CompareButton chosen={chosenOnes} />}
    >
      {children}
      {groupByTarget(models, trainings).map((group) => (
        <ModelGroupList key={group.key} group={group} chosen={chosen} addressOf={addressOf} compared={chosenOnes} onCompare={toggle} />
      ))}
    </SideList>
  );
}

/** Opens the comparison of the ticked models. */
function CompareButton({ chosen }: { chosen: readonly ModelAnswer[] }) {
  const text = useText(messages);
  const { datasetId, product } = useAnalysisDataset();
  if (chosen.length === 0) return null;
  const address = evaluationPath(datasetId, { product, evaluationId: NEW_EVALUATION, models: chosen.map(({ id }) => id) });
  return (
    <EditorsLink fullWidth variant="outlined" startIcon={<CompareIcon />} to={address} sx={{ mt: 1 }}>
      {text("compare.start", { count: chosen.length })}
    </EditorsLink>
  );
}

interface CompareCheckboxProps {
  model: ModelAnswer;
  compared: readonly ModelAnswer[];
  onCompare(model: ModelAnswer): void;
}

/** Adds the model to a comparison, or says why it cannot be added. */
function CompareCheckbox({ model, compared, onCompare }: CompareCheckboxProps) {
  const text = useText(messages);
  const checked = compared.some(({ id }) => id === model.id);
  const why = checked ? undefined : incompatibilityOf(compared, model);
  const label = text("compare.box", { name: model.title });
  return (
    <Box
      component="span"
      title={why ? text(`compare.${why}`) : label}
      sx={{ position: "absolute", zIndex: 1, left: 0, top: "50%", transform: "translateY(-50%)" }}
    >
      <Checkbox
        size="small"
        checked={checked}
        disabled={why !== undefined}
        onChange={() => onCompare(model)}
        slotProps={{ input: { "aria-label": why ? `${label}: ${text(`compare.${why}`)}` : label } }}
      />
    </Box>
  );
}

interface ModelGroupListProps extends Pick<ModelListProps, "chosen" | "addressOf">, Omit<CompareCheckboxProps, "model"> {
  group: ModelGroup;
}

function ModelGroupList({ group, ...list }: ModelGroupListProps) {
  const text = useText(messages);
  const questionText = useQuestionText();
  const rowsText = useRankedRowsText();
  const { ranked, others } = group;
  return (
    <List
      dense
      disablePadding
      subheader={
        <ListSubheader disableSticky sx={{ lineHeight: 1.6, py: 0.75, bgcolor: "transparent" }}>
          {questionText(group.type, group.response)}
        </ListSubheader>
      }
    >
      {ranked.map((set, i) => (
        <Fragment key={set.models[0]?.id}>
          {ranked.length > 1 ? (
            <Typography component="li" variant="caption" color="text.secondary" sx={{ display: "block", px: 2, pt: i === 0 ? 0 : 1 }}>
              {rowsText(set, ranked)}
            </Typography>
          ) : null}
          {set.models.map((model) => (
            <ModelListItem key={model.id} model={model} rankedIn={set} {...list} />
          ))}
          {isByShownMetric(set) ? null : (
            <Typography component="li" variant="caption" color="text.secondary" sx={{ display: "block", px: 2 }}>
              {text("orderHint")}
            </Typography>
          )}
        </Fragment>
      ))}
      {ranked.length > 0 && others.length > 0 ? (
        <Typography component="li" variant="caption" color="text.secondary" sx={{ display: "block", px: 2, pt: 1 }}>
          {text("withoutFigures")}
        </Typography>
      ) : null}
      {others.map((model) => (
        <ModelListItem key={model.id} model={model} {...list} />
      ))}
    </List>
  );
}

interface ModelListItemProps extends Omit<ModelGroupListProps, "group"> {
  model: ModelAnswer;
  rankedIn?: RankedModels;
}

function ModelListItem({ model, rankedIn, chosen, addressOf, compared, onCompare }: ModelListItemProps) {
  const text = useText(messages);
  const names = useModelNames();
  const isBest = rankedIn !== undefined && bestOf(rankedIn) === model;
  return (
    <Box component="li" sx={{ position: "relative" }}>
      <CompareCheckbox model={model} compared={compared} onCompare={onCompare} />
      <ListItemButton
        component={Link}
        to={addressOf(model.id)}
        selected={model.id === chosen}
        aria-current={model.id === chosen ? "page" : undefined}
        sx={{ display: "block", minWidth: 0, py: 0.75, pl: 5 }}
      >
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline" }}>
          <Typography sx={{ fontWeight: 600, flexGrow: 1, maxWidth: "100%", overflowWrap: "anywhere" }}>{model.title}</Typography>
          <ModelStatus model={model} basis={rankedIn?.basis} />
        </Box>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, alignItems: "center", mt: 0.25 }}>
          <Typography variant="body2" color="text.secondary" sx={{ flexGrow: 1 }}>
            {names.algorithms(model.algorithms)}
          </Typography>
          {isBest ? (
            <Chip label={text("best")} title={text("bestOf", { count: rankedIn.models.length })} color="success" variant="outlined" />
          ) : null}
          <ApiChip model={model} />
        </Box>
      </ListItemButton>
    </Box>
  );
}

/** The metric that orders the model among those that it is ranked with, or its progress. */
function ModelStatus({ model, basis }: { model: ModelAnswer; basis: RankingBasis | undefined }) {
  const text = useText(messages);
  const format = useFormat();
  const names = useModelNames();
  const ranking = formatRankingMetric(format, model, names.metric, basis);
  if (model.status === "success" && ranking !== null) {
    return (
      <Typography variant="body2" component="div">
        {ranking}
        <BeforeDecision model={model} />
      </Typography>
    );
  }
  const ended = modelState(model);
  const state = text(`state.${ended}`);
  return (
    <Typography variant="body2" color={ended === "failed" ? "error" : "text.secondary"} sx={{ whiteSpace: "nowrap" }}>
      {model.status === "fitting" ? `${state} ${format.percent(Math.round(model.progress * 100) / 100)}` : state}
    </Typography>
  );
}

import type { RankBy } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking/ranking";
import { MenuItem, TextField } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages as modelMessages } from "../../models/messages.js";
import { isTimeSeries, modelTypeOf, type TrainingDraft } from "../../models/training-draft/draft.js";
import { messages } from "../messages.js";
import { useRankedBy } from "../use-ranked-by.js";
import { type AutomaticTrainingDraft, rankingOptions } from "./draft.js";

interface RankingFieldProps {
  draft: TrainingDraft;
  automaticDraft: AutomaticTrainingDraft;
  onAutomaticDraft(automaticDraft: AutomaticTrainingDraft): void;
}

/** Selects what the models are ranked by, and explains the choice. */
export function RankingField({ draft, automaticDraft, onAutomaticDraft }: RankingFieldProps) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const rankedBy = useRankedBy();
  const type = modelTypeOf(draft);
  const { options, chosen } = rankingOptions(draft, automaticDraft);
  const metricOf = (choice: RankBy) =>
    rankingCriteria(type, choice, { labelled: automaticDraft.semilabel !== null, series: isTimeSeries(draft) })[0]!.indicator;
  const metric = metricOf(chosen);
  const meaning = modelText(`metricMeaning.${metric}`);
  // The target decides whether it is a number or a class.
  const isAsked = draft.goal !== "predict" || draft.target !== null;
  const recommended = type === "CLASSIFICATION" ? text("rankRecommendedClasses") : rankedBy(metric);
  return (
    <TextField
      select
      label={text("rankBy")}
      value={chosen}
      onChange={(event) => onAutomaticDraft({ ...automaticDraft, rankBy: event.target.value as RankBy })}
      helperText={!isAsked ? undefined : chosen === "recommended" ? recommended : meaning}
      sx={{ width: 420, maxWidth: "100%" }}
    >
      {options.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {choice === "recommended" ? text("rankRecommended") : modelText(`metric.${metricOf(choice)}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

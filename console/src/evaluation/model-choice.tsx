import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Checkbox, FormControl, FormControlLabel, FormHelperText, FormLabel, Typography } from "@mui/material";
import { messages as fittingMessages } from "../fitting/messages.js";
import { groupModels, type ModelGroup } from "../fitting/ranking.js";
import { shownRanking } from "../fitting/result/shown.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { joinProblem } from "./draft.js";
import { messages } from "./messages.js";

interface ModelChoiceProps {
  models: readonly ModelAnswer[];
  chosen: readonly string[];
  problem: "modelsNeeded" | undefined;
  onChange(chosen: string[]): void;
}

/** Models to compare: those that answer the same question together, best first. */
export function ModelChoice({ models, chosen, problem, onChange }: ModelChoiceProps) {
  const text = useText(messages);
  return (
    <FormControl component="fieldset" error={problem !== undefined} sx={{ minWidth: 0 }}>
      <FormLabel component="legend">{text("choice.title")}</FormLabel>
      <Typography variant="body2" color="text.secondary">
        {text("choice.hint")}
      </Typography>
      <Box sx={{ maxHeight: 360, overflow: "auto", mt: 0.5 }}>
        {groupModels(models).map((group) => (
          <Group key={group.key} group={group} all={models} chosen={chosen} invalid={problem !== undefined} onChange={onChange} />
        ))}
      </Box>
      {problem ? <FormHelperText sx={{ mx: 0 }}>{text(`problem.${problem}`)}</FormHelperText> : null}
    </FormControl>
  );
}

interface GroupProps extends Pick<ModelChoiceProps, "chosen" | "onChange"> {
  group: ModelGroup;
  all: readonly ModelAnswer[];
  invalid: boolean;
}

function Group({ group, all, chosen, invalid, onChange }: GroupProps) {
  const fitting = useText(fittingMessages);
  const title = group.response === null ? fitting(`type.${group.type}`) : `${fitting(`type.${group.type}`)}: ${group.response}`;
  const taken = all.filter(({ id }) => chosen.includes(id));
  return (
    <Box role="group" aria-label={title} sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {group.models.map((model) => (
        <Choice
          key={model.id}
          model={model}
          taken={taken}
          checked={chosen.includes(model.id)}
          invalid={invalid}
          onToggle={() => onChange(chosen.includes(model.id) ? chosen.filter((id) => id !== model.id) : [...chosen, model.id])}
        />
      ))}
    </Box>
  );
}

interface ChoiceProps {
  model: ModelAnswer;
  taken: readonly ModelAnswer[];
  checked: boolean;
  invalid: boolean;
  onToggle(): void;
}

function Choice({ model, taken, checked, invalid, onToggle }: ChoiceProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const format = useFormat();
  const why = checked ? undefined : joinProblem(taken, model);
  const state = model.status === "success" ? null : fitting(`state.${model.status}`);
  const facts = [model.algorithms.join(", "), shownRanking(format, model) ?? state];
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
          {model.name}
          <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1 }}>
            {[...facts, why ? text(`choice.${why}`) : null].filter((fact) => fact).join(" · ")}
          </Typography>
        </>
      }
      sx={{ display: "flex", mr: 0, alignItems: "flex-start", "& .MuiFormControlLabel-label": { minWidth: 0, pt: 0.5 } }}
    />
  );
}

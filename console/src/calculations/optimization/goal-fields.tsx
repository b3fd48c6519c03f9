import type { ModelInput } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, IconButton, Tooltip, Typography } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { describeProblem } from "./descriptions.js";
import { type GoalDraft, goalFieldId, hasValue, hasWeight, MAX_GOALS, newGoal } from "./draft.js";
import { type GoalModels, labelsOf } from "./goal-models.js";
import { SelectField } from "./select-field.js";
import type { FieldProblem } from "./validate-draft.js";

const GOALS = ["max", "min", "value", "at_least", "at_most"] as const satisfies readonly GoalDraft["goal"][];

interface GoalFieldsProps {
  goals: readonly GoalDraft[];
  models: GoalModels;
  others: readonly ModelAnswer[];
  inputs: readonly ModelInput[];
  /** Undefined until problems are to be shown. */
  problems: ReadonlyMap<string, FieldProblem> | undefined;
  onGoals(goals: GoalDraft[]): void;
}

/** Fields of the goals, the target first. */
export function GoalFields({ goals, models, onGoals, ...shared }: GoalFieldsProps) {
  const text = useText(messages);
  return (
    <Box role="group" aria-labelledby="search-goals" sx={{ display: "grid", gap: 1.5 }}>
      <Typography variant="subtitle2" component="h3" id="search-goals">
        {text("optimization.goal")}
      </Typography>
      {goals.map((goal, place) => (
        <GoalRow
          key={goal.key}
          {...shared}
          goal={goal}
          models={models}
          number={place + 1}
          isOneOfSeveral={goals.length > 1}
          onGoal={(changed) => onGoals(goals.with(place, changed))}
          onRemove={() => onGoals(goals.toSpliced(place, 1))}
        />
      ))}
      {goals.length > 1 ? (
        <Typography variant="body2" color="text.secondary">
          {text("optimization.goalsHint")}
        </Typography>
      ) : null}
      {goals.length < MAX_GOALS ? (
        <Button
          startIcon={<AddIcon />}
          sx={{ justifySelf: "start" }}
          onClick={() => onGoals([...goals, newGoal(goals, labelsOf(models.get(undefined)?.info))])}
        >
          {text("optimization.addGoal")}
        </Button>
      ) : null}
    </Box>
  );
}

interface GoalRowProps extends Omit<GoalFieldsProps, "goals" | "onGoals"> {
  goal: GoalDraft;
  /** Position, starting at 1. */
  number: number;
  isOneOfSeveral: boolean;
  onGoal(goal: GoalDraft): void;
  onRemove(): void;
}

function GoalRow({ goal, models, others, inputs, number, problems, isOneOfSeveral, onGoal, onRemove }: GoalRowProps) {
  const text = useText(messages);
  const named = (part: string) => text("optimization.part", { name: text("optimization.goalNumber", { number }), part });
  const own = models.get(undefined)?.info;
  const labels = goal.column === undefined ? labelsOf(models.get(goal.model)?.info) : [];
  const ownKind = labelsOf(own).length > 0 ? "ownProbability" : "ownPrediction";
  const numbers = inputs.filter(({ type }) => type === "n");
  const subjects = [
    {
      title: text("optimization.otherModels"),
      options: others.map(({ id, title, response }) => [`model ${id}`, `${response} (${title})`] as const),
    },
    { title: text("optimization.inputs"), options: numbers.map(({ name }) => [`column ${name}`, name] as const) },
  ];
  const subject = goal.column !== undefined ? `column ${goal.column}` : goal.model !== undefined ? `model ${goal.model}` : "";
  const setSubject = (value: string) =>
    onGoal({
      ...goal,
      label: "",
      model: value.startsWith("model ") ? value.slice("model ".length) : undefined,
      column: value.startsWith("column ") ? value.slice("column ".length) : undefined,
    });
  return (
    <Box
      role="group"
      aria-label={text("optimization.goalNumber", { number })}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1,
        rowGap: 1.5,
        alignItems: "flex-start",
        borderTop: 1,
        borderColor: "divider",
        pt: 1.5,
      }}
    >
      <SelectField
        label={text("optimization.subject")}
        name={named(text("optimization.subject"))}
        value={subject}
        options={[["", text(`optimization.${ownKind}`, { response: own?.response ?? "" })]]}
        groups={subjects}
        problem={describeProblem(problems?.get(goalFieldId(goal.key, "subject")), text)}
        onChange={setSubject}
      />
      {labels.length > 0 ? (
        <SelectField
          label={text("optimization.class")}
          name={named(text("optimization.class"))}
          value={goal.label}
          options={labels.map((label) => [label, label])}
          onChange={(label) => onGoal({ ...goal, label })}
        />
      ) : null}
      <SelectField
        label={text("optimization.becomes")}
        name={named(text("optimization.becomes"))}
        value={goal.goal}
        options={[["", text("optimization.chooseGoal")], ...GOALS.map((kind) => [kind, text(`optimization.goals.${kind}`)] as const)]}
        problem={describeProblem(problems?.get(goalFieldId(goal.key, "goal")), text)}
        onChange={(kind) => onGoal({ ...goal, goal: kind as GoalDraft["goal"] })}
      />
      {hasValue(goal) ? (
        <NumberField
          label={text("optimization.compared")}
          name={named(text("optimization.compared"))}
          value={goal.value}
          {...(labels.length > 0 && { unit: "%" })}
          problem={describeProblem(problems?.get(goalFieldId(goal.key, "value")), text)}
          shrink
          onChange={(value) => onGoal({ ...goal, value })}
          width={140}
        />
      ) : null}
      {isOneOfSeveral && hasWeight(goal) ? (
        <NumberField
          label={text("optimization.weight")}
          name={named(text("optimization.weight"))}
          value={goal.weight}
          problem={describeProblem(problems?.get(goalFieldId(goal.key, "weight")), text)}
          shrink
          onChange={(weight) => onGoal({ ...goal, weight })}
          width={120}
        />
      ) : null}
      {isOneOfSeveral ? (
        <Tooltip title={text("optimization.removeGoal", { number })}>
          <IconButton aria-label={text("optimization.removeGoal", { number })} onClick={onRemove}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
    </Box>
  );
}

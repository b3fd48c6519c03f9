import { Box, FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, TextField } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { classWeight, type ErrorCostsDraft, isClassWeight } from "./draft.js";

interface ErrorCostsFieldProps {
  /** The rarest class, if it is rare. */
  rare: { value: string; share: number } | undefined;
  /** Classes whose weights can be typed; undefined for too many. */
  classes: readonly string[] | undefined;
  costs: ErrorCostsDraft;
  onCosts(costs: ErrorCostsDraft): void;
}

/** Asks what wrong answers cost: all the same, by the share of the classes, or by a weight of each class. */
export function ErrorCostsField({ rare, classes, costs, onCosts }: ErrorCostsFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  const choices = (["answers", "classes", "weights"] as const).filter((by) => by !== "weights" || classes);
  const setBy = (by: ErrorCostsDraft["by"]) => {
    const typed = Object.fromEntries((classes ?? []).map((label) => [label, classWeight(costs, label)]));
    onCosts({ by, weights: by === "weights" ? typed : costs.weights });
  };
  return (
    <FormControl>
      <FormLabel id="error-costs">{text("create.costs.question")}</FormLabel>
      {rare ? (
        <FormHelperText sx={{ mx: 0 }}>
          {text("create.costs.rare", { value: rare.value, share: format.percent(rare.share) })}
        </FormHelperText>
      ) : null}
      <RadioGroup aria-labelledby="error-costs" value={costs.by} onChange={(event) => setBy(event.target.value as ErrorCostsDraft["by"])}>
        {choices.map((by) => (
          <FormControlLabel key={by} value={by} control={<Radio size="small" />} label={text(`create.costs.${by}`)} />
        ))}
      </RadioGroup>
      {costs.by === "weights" && classes ? (
        <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", my: 1 }}>
          {classes.map((label) => {
            const weight = classWeight(costs, label);
            const wrong = !isClassWeight(weight);
            return (
              <TextField
                key={label}
                size="small"
                label={text("create.costs.weight", { label })}
                value={weight}
                error={wrong}
                helperText={wrong ? text("create.costs.weightRule") : undefined}
                onChange={(event) => onCosts({ ...costs, weights: { ...costs.weights, [label]: event.target.value } })}
                slotProps={{ htmlInput: { inputMode: "decimal" } }}
                sx={{ width: 220 }}
              />
            );
          })}
        </Box>
      ) : null}
      <WeightsInWords costs={costs} />
      {costs.by === "answers" ? null : <FormHelperText sx={{ mx: 0 }}>{text("create.costs.hint")}</FormHelperText>}
    </FormControl>
  );
}

/** Says how much more a wrong answer for the class of the largest weight costs than one for the class of the smallest. */
function WeightsInWords({ costs: { by, weights } }: Pick<ErrorCostsFieldProps, "costs">) {
  const text = useText(messages);
  const format = useFormat();
  const sorted = Object.entries(weights)
    .map(([label, weight]) => ({ label, weight: Number(weight) }))
    .sort((a, b) => b.weight - a.weight);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (by !== "weights" || !Object.values(weights).every(isClassWeight)) return null;
  if (!most || !least || least.weight === 0 || most.weight === least.weight) return null;
  const values = { most: most.label, least: least.label, times: format.number(most.weight / least.weight, 3) };
  return (
    <FormHelperText role="status" sx={{ mx: 0 }}>
      {text("create.costs.words", values)}
    </FormHelperText>
  );
}

import { Box, MenuItem, TextField } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { AutomaticTrainingDraft, AutomaticTrainingProblems } from "./draft.js";

type Budget = AutomaticTrainingDraft["falseAlarms"];

const CHOICES: readonly Budget["of"][] = ["none", "rows", "alarms"];

interface FalseAlarmFieldsProps {
  budget: Budget;
  problem: AutomaticTrainingProblems["falseAlarms"];
  onBudget(budget: Budget): void;
}

/** Fields for the number of false alarms that are allowed. */
export function FalseAlarmFields({ budget, problem, onBudget }: FalseAlarmFieldsProps) {
  const text = useText(messages);
  const { of } = budget;
  const chosen = (value: string) => onBudget({ ...budget, of: CHOICES.find((choice) => choice === value) ?? "none" });
  return (
    <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
      <TextField select label={text("falseAlarms")} value={of} onChange={(event) => chosen(event.target.value)} sx={{ minWidth: 240 }}>
        {CHOICES.map((choice) => (
          <MenuItem key={choice} value={choice}>
            {text(`falseAlarmsOf.${choice}`)}
          </MenuItem>
        ))}
      </TextField>
      {of === "none" ? null : (
        <>
          <NumberField
            label={text("falseAlarmsAtMost")}
            value={budget.atMost}
            onChange={(atMost) => onBudget({ ...budget, atMost })}
            problem={problem && text(problem)}
            hint={text(`falseAlarmsHint.${of}`)}
            width={280}
          />
          <NumberField
            label={text("falseAlarmsOutOf")}
            value={budget.outOf}
            onChange={(outOf) => onBudget({ ...budget, outOf })}
            unit={text(`falseAlarmsUnit.${of}`)}
            problem={undefined}
            width={200}
          />
        </>
      )}
    </Box>
  );
}

import type { ModelInput } from "@agatha/contracts";
import AddIcon from "@mui/icons-material/Add";
import { Alert, Box, Button, Typography } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../calculation/messages.js";
import { type FieldProblem, newRule, RULES_AT_MOST, type RuleDraft } from "./draft.js";
import { RuleRow } from "./rule-row.js";

interface RuleFieldsProps {
  inputs: readonly ModelInput[];
  rules: readonly RuleDraft[];
  /** Undefined while they are not to be told yet. */
  problems: ReadonlyMap<string, FieldProblem> | undefined;
  onRules(rules: RuleDraft[]): void;
}

/** Linear rules that all settings keep. */
export function RuleFields({ inputs, rules, problems, onRules }: RuleFieldsProps) {
  const text = useText(messages);
  const [removed, setRemoved] = useState<{ rule: RuleDraft; place: number } | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    const rule = newRule(rules, inputs[0]?.name ?? "");
    setRemoved(null);
    setAdded(rule.key);
    onRules([...rules, rule]);
  };
  const remove = (rule: RuleDraft, place: number) => {
    setAdded(null);
    setRemoved({ rule, place });
    onRules(rules.filter((other) => other !== rule));
  };
  const putBack = ({ rule, place }: { rule: RuleDraft; place: number }) => {
    setRemoved(null);
    onRules(rules.toSpliced(place, 0, rule));
  };
  return (
    <Box role="group" aria-labelledby="search-rules" sx={{ display: "grid", gap: 1.5 }}>
      <Box>
        <Typography variant="h3" component="h2" id="search-rules">
          {text("optimization.rules")}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {text("optimization.rulesHint")}
        </Typography>
      </Box>
      {rules.map((rule, place) => (
        <RuleRow
          key={rule.key}
          inputs={inputs}
          rule={rule}
          number={place + 1}
          problems={problems}
          isNew={rule.key === added}
          onRule={(changed) => onRules(rules.with(place, changed))}
          onRemove={() => remove(rule, place)}
        />
      ))}
      {removed ? (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" onClick={() => putBack(removed)}>
              {text("optimization.putBack")}
            </Button>
          }
        >
          {text("optimization.ruleRemoved", { number: removed.place + 1 })}
        </Alert>
      ) : null}
      {rules.length < RULES_AT_MOST ? (
        <Button startIcon={<AddIcon />} sx={{ justifySelf: "start" }} onClick={add}>
          {text("optimization.addRule")}
        </Button>
      ) : null}
    </Box>
  );
}

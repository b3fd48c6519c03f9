import type { EditStepAnswer } from "@agatha/contracts/wire";
import { Box, Button, Checkbox, Paper, Typography } from "@mui/material";
import { type ReactNode, useMemo, useState } from "react";
import { EmptyState } from "../../../feedback/empty-state.js";
import { useText } from "../../../i18n/use-text.js";
import { Allowed, useRestriction } from "../../../restrictions/allowed.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { supersededAggregations } from "../../../step-columns/enabled-steps.js";
import { messages } from "../messages.js";
import type { DescribedStep, StepType } from "../steps/step-draft.js";
import type { EditHistoryController } from "../use-edit-history.js";
import { AddStepMenu } from "./add-step-menu.js";
import { EditStepItem } from "./edit-step-item.js";

interface EditHistoryPanelProps {
  history: EditHistoryController;
  steps: readonly EditStepAnswer[];
  describe(spec: DescribedStep): string;
  onAdd(type: StepType): void;
  onEdit(step: EditStepAnswer): void;
  /** Further buttons for the history. */
  actions: ReactNode;
}

/** Steps in the order in which they are applied. One, several or all can be switched and deleted. */
export function EditHistoryPanel({ history, steps, describe, onAdd, onEdit, actions }: EditHistoryPanelProps) {
  const text = useText(messages);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const restriction = useRestriction({ what: "work" });
  const superseded = useMemo(() => supersededAggregations(steps), [steps]);
  const chosen = steps.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const choose = (id: string, isSelected: boolean) =>
    setPicked(new Set(isSelected ? [...chosen, id] : chosen.filter((stepId) => stepId !== id)));
  return (
    <Paper
      component="section"
      aria-label={text("history.title")}
      sx={{ display: "flex", flexDirection: "column", minHeight: 0, maxHeight: { xs: 520, md: "none" } }}
    >
      <Box sx={{ p: 2, pb: 1 }}>
        <Typography variant="h2">{text("history.title")}</Typography>
        <Typography variant="body2" color="text.secondary">
          {text("history.hint")}
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
          <Allowed what="work">
            <AddStepMenu onAdd={onAdd} />
          </Allowed>
          {actions}
        </Box>
      </Box>
      {steps.length === 0 ? (
        <EmptyState
          title={text("history.empty")}
          hint={text("history.emptyHint")}
          action={
            restriction === null ? (
              <Button variant="outlined" onClick={() => onAdd("filter")}>
                {text("history.first")}
              </Button>
            ) : null
          }
        />
      ) : (
        <ForEditors>
          <StepBulkActions all={steps.map(({ id }) => id)} chosen={chosen} onChoose={(ids) => setPicked(new Set(ids))} history={history} />
          <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, px: 0.5, overflow: "auto", minHeight: 0 }}>
            {steps.map((step, i) => (
              <EditStepItem
                key={step.id}
                step={step}
                number={i + 1}
                description={describe(step.spec)}
                selected={picked.has(step.id)}
                superseded={superseded.has(step.id)}
                onSelect={(isSelected) => choose(step.id, isSelected)}
                onSwitch={(enabled) => void history.change([step.id], enabled ? "enable" : "disable")}
                onEdit={() => onEdit(step)}
                onDelete={() => void history.remove([step.id])}
              />
            ))}
          </Box>
        </ForEditors>
      )}
    </Paper>
  );
}

interface StepBulkActionsProps {
  all: readonly string[];
  chosen: readonly string[];
  onChoose(ids: readonly string[]): void;
  history: EditHistoryController;
}

/** Selects all steps and changes the selected ones. */
function StepBulkActions({ all, chosen, onChoose, history }: StepBulkActionsProps) {
  const text = useText(messages);
  const remove = () => {
    onChoose([]);
    void history.remove(chosen);
  };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", px: 0.5, minHeight: 42 }}>
      <Checkbox
        size="small"
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={(event) => onChoose(event.target.checked ? all : [])}
        slotProps={{ input: { "aria-label": text("history.all") } }}
      />
      <Typography variant="body2" color="text.secondary" role="status" sx={{ mr: 1 }}>
        {text("history.chosen", { count: chosen.length })}
      </Typography>
      {chosen.length > 0 ? (
        <>
          <Button size="small" onClick={() => void history.change(chosen, "enable")}>
            {text("history.on")}
          </Button>
          <Button size="small" onClick={() => void history.change(chosen, "disable")}>
            {text("history.off")}
          </Button>
          <Button size="small" color="error" onClick={remove}>
            {text("history.remove")}
          </Button>
        </>
      ) : null}
    </Box>
  );
}

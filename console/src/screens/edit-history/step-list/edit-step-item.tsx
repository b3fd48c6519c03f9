import type { EditStepAnswer } from "@agatha/contracts/wire";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import EditIcon from "@mui/icons-material/EditOutlined";
import { Box, Checkbox, IconButton, Switch, Tooltip, Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { StepIcon } from "./step-icon.js";

interface EditStepItemProps {
  step: EditStepAnswer;
  /** Position, starting at 1. */
  number: number;
  /** Description of the step. */
  description: string;
  selected: boolean;
  /** Whether a later aggregation disables this one. */
  superseded: boolean;
  onSelect(chosen: boolean): void;
  onSwitch(enabled: boolean): void;
  onEdit(): void;
  onDelete(): void;
}

/** A step of the history with its switch. */
export function EditStepItem({ step, number, description, selected, superseded, onSelect, onSwitch, onEdit, onDelete }: EditStepItemProps) {
  const text = useText(messages);
  const { enabled, spec } = step;
  const title = `${number}: ${text(`kinds.${spec.type}`)}`;
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "flex-start", borderTop: 1, borderColor: "divider", py: 0.5 }}>
      <Checkbox
        size="small"
        checked={selected}
        onChange={(event) => onSelect(event.target.checked)}
        slotProps={{ input: { "aria-label": text("history.choose", { step: title }) } }}
      />
      <Box sx={{ flexGrow: 1, minWidth: 0, py: 1, color: enabled ? "text.primary" : "text.secondary" }}>
        <Typography variant="body2" sx={{ display: "flex", alignItems: "center", gap: 0.5, fontWeight: 600 }}>
          {number}. <StepIcon type={spec.type} /> {text(`kinds.${spec.type}`)}
        </Typography>
        <Typography variant="body2">{description}</Typography>
        {superseded ? (
          <Typography variant="caption" component="p" color="warning.main">
            {text("history.oneAggregation")}
          </Typography>
        ) : null}
      </Box>
      <Switch
        size="small"
        checked={enabled}
        onChange={(event) => onSwitch(event.target.checked)}
        slotProps={{ input: { "aria-label": text("history.switch", { step: title }) } }}
        sx={{ mt: 0.75, flexShrink: 0 }}
      />
      <Tooltip title={text("history.edit", { step: title })}>
        <IconButton size="small" aria-label={text("history.edit", { step: title })} onClick={onEdit} sx={{ mt: 0.25 }}>
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={text("history.delete", { step: title })}>
        <IconButton size="small" aria-label={text("history.delete", { step: title })} onClick={onDelete} sx={{ mt: 0.25 }}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

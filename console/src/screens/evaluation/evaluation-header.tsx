import type { EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import ChangeIcon from "@mui/icons-material/PlaylistAddCheckOutlined";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useState } from "react";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { DescriptionList } from "../../lists/description-list.js";
import { messages as fittingMessages } from "../../models/messages.js";
import { ForEditors } from "../../restrictions/for-role.js";
import { DownloadDialog } from "./download-dialog.js";
import { EvaluationStateChip } from "./evaluation-state-chip.js";
import { messages } from "./messages.js";
import { ChangeModelsDialog } from "./model-selection/change-models-dialog.js";

interface EvaluationHeaderProps {
  evaluation: EvaluationAnswer;
  /** Name of the test rows. */
  name: string;
  models: readonly ModelAnswer[];
  limit: number | null;
  onDelete(): void;
}

/** Models and test rows of a comparison, with its actions. */
export function EvaluationHeader({ evaluation, name, models, limit, onDelete }: EvaluationHeaderProps) {
  const text = useText(messages);
  const [open, setOpen] = useState<"models" | "download" | null>(null);
  const hasAnswers = evaluation.evaluation_bymodel.some(({ status }) => status === "success");
  const hasRows = evaluation.test_file !== null || evaluation.test_dataset_id !== null;
  const close = () => setOpen(null);
  return (
    <Paper sx={{ p: 2 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, flexWrap: "wrap" }}>
        <Typography variant="h2" component="h1" sx={{ minWidth: 0 }}>
          {text(hasRows ? "heading" : "headingWithoutRows", { count: evaluation.model_id_list.length, name })}
        </Typography>
        <EvaluationStateChip evaluation={evaluation} />
        <Box sx={{ flexGrow: 1 }} />
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
          <ForEditors role={evaluation.role}>
            <Button size="small" startIcon={<ChangeIcon />} onClick={() => setOpen("models")}>
              {text("change.open")}
            </Button>
          </ForEditors>
          {hasAnswers ? (
            <Button size="small" startIcon={<DownloadIcon />} onClick={() => setOpen("download")}>
              {text("download.open")}
            </Button>
          ) : null}
          <ForEditors role={evaluation.role}>
            <Button size="small" color="secondary" startIcon={<DeleteIcon />} onClick={onDelete}>
              {text("remove")}
            </Button>
          </ForEditors>
        </Box>
      </Box>
      <Facts evaluation={evaluation} name={name} />
      <ChangeModelsDialog evaluation={evaluation} models={models} open={open === "models"} onClose={close} />
      <DownloadDialog evaluation={evaluation} limit={limit} open={open === "download"} onClose={close} />
    </Paper>
  );
}

function Facts({ evaluation, name }: Pick<EvaluationHeaderProps, "evaluation" | "name">) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const format = useFormat();
  const { model_type, response, test_rows, use_extraction, created_at, evaluation_bymodel: lines } = evaluation;
  const rows = test_rows ?? Math.max(0, ...lines.map((line) => line.rows ?? 0));
  const target = model_type === "OCC" ? text("facts.marks") : fitting("facts.target");
  const facts: [string, string | null][] = [
    [text("facts.kind"), model_type === null ? null : fitting(`type.${model_type}`)],
    [target, response],
    [text("facts.rows"), rows === 0 ? name : text("facts.rowsValue", { name, count: rows, rows: format.number(rows) })],
    [text("facts.extraction"), use_extraction ? text("facts.extractionYes") : null],
    [fitting("facts.created"), format.dateTime(created_at)],
  ];
  return <DescriptionList facts={facts} />;
}

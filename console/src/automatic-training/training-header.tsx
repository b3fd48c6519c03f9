import type { AutoModelAnswer } from "@agatha/contracts/wire";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useNavigate } from "react-router-dom";
import { useServices } from "../api/services.js";
import { useUndoableDelete } from "../deletion/use-undoable-delete.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { DescriptionList } from "../lists/description-list.js";
import { messages as modelMessages } from "../models/messages.js";
import { ForEditors } from "../restrictions/for-role.js";
import { messages } from "./messages.js";

const EFFORT_TEXT_KEYS = {
  AUTO_REGRESSION: "thorough",
  AUTO_OCC: "thorough",
  AUTO_CLUSTER: "thorough",
  AUTO_MINIMUM: "quick",
  MANUAL: "asListed",
} as const;

/** Shows the settings of the training and the button that deletes it. */
export function TrainingHeader({ training, newModelAddress }: { training: AutoModelAnswer; newModelAddress: string }) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const format = useFormat();
  const navigate = useNavigate();
  const { workLog } = useServices();
  const remove = useUndoableDelete("automodels");
  const leaveAndDelete = () => {
    const models = training.models.map((model) => model.id);
    workLog.end({ kind: "automodel", id: training.id }, null);
    remove({ id: training.id, datasetId: training.dataset_id, message: text("removed", { count: models.length }), models });
    void navigate(newModelAddress);
  };
  const { started_at, finished_at, model_type } = training;
  const seconds = started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null;
  return (
    <Paper sx={{ p: 2 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, flexWrap: "wrap" }}>
        <Typography variant="h2" component="h1" sx={{ flexGrow: 1, minWidth: 0 }}>
          {text("title")}
        </Typography>
        <ForEditors role={training.role}>
          <Button color="secondary" size="small" startIcon={<DeleteIcon />} onClick={leaveAndDelete}>
            {modelText("remove")}
          </Button>
        </ForEditors>
      </Box>
      <DescriptionList
        facts={[
          model_type === null
            ? [modelText("facts.target"), training.response]
            : [modelText(`type.${model_type}`), training.response ?? training.dataset_title],
          [modelText("facts.rows"), modelText(training.use_extraction ? "facts.edited" : "facts.file")],
          [text("effort"), text(EFFORT_TEXT_KEYS[training.mode])],
          [text("minutes"), format.duration(training.limits.seconds)],
          [text("enabling"), text(`enable.${training.enabling}`)],
          [text("begunAt"), format.dateTime(training.created_at)],
          [text("took"), seconds === null ? null : format.duration(seconds)],
        ]}
      />
    </Paper>
  );
}

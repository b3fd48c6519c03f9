import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Paper } from "@mui/material";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { useApi } from "../../api/services.js";
import { TaskProgress } from "../../feedback/task-progress.js";
import { useText } from "../../i18n/use-text.js";
import { DATASET_STATES } from "../../layout/dataset-state.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { ForOwner } from "../../restrictions/for-role.js";
import { uploadPath } from "../../routing/paths.js";
import { messages } from "./messages.js";

/** Progress of a dataset that is read for the first time. Cancelling deletes the dataset. */
export function DatasetLoading({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  const api = useApi();
  const navigate = useNavigate();
  const notify = useNotify();
  const failureText = useFailureText();
  const { id, title: name, product_type, status, progress, created_at, role } = dataset;
  const cancel = async () => {
    try {
      await api.deleteDataset(id);
      notify(text("waiting.cancelled", { name }));
      void navigate(uploadPath(product_type), { replace: true });
    } catch (error) {
      notify(failureText("cancel", error), { type: "error" });
    }
  };
  return (
    <Box sx={{ p: { xs: 2, md: 3 } }}>
      <Paper>
        <ForOwner role={role}>
          <TaskProgress
            title={text("waiting.title", { name })}
            progress={progress > 0 ? progress : null}
            step={layout(`status.${DATASET_STATES[status]}`)}
            startedAt={created_at}
            onCancel={() => void cancel()}
          />
        </ForOwner>
      </Paper>
    </Box>
  );
}

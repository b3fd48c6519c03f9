import type { DatasetAnswer } from "@agatha/contracts/wire";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import { IconButton, Tooltip } from "@mui/material";
import { useUndoableDelete } from "../../deletion/use-undoable-delete.js";
import { useText } from "../../i18n/use-text.js";
import { ForOwner } from "../../restrictions/for-role.js";
import { messages } from "./messages.js";

export function DeleteButton({ dataset: { id, title, role } }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const remove = useUndoableDelete("datasets");
  const label = text("remove.action", { name: title });
  return (
    <ForOwner role={role}>
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={() => remove({ id, datasetId: null, message: text("remove.done", { name: title }) })}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </ForOwner>
  );
}

import { TITLE_LENGTH } from "@agatha/contracts/kinds/names";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from "@mui/material";
import { type FormEvent, useState } from "react";
import { useApi } from "../../api/services.js";
import { closeUnlessBeside } from "../../dialogs/close-unless-beside.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { useCreateDataset } from "../../routing/use-create-dataset.js";
import { messages } from "../messages.js";
import { validateTitle } from "../model-name.js";

interface SaveGroupsDialogProps {
  model: ModelAnswer;
  onClose(): void;
}

/** Saves the model's rows with the group of each row as a new dataset. */
export default function SaveGroupsDialog({ model, onClose }: SaveGroupsDialogProps) {
  const text = useText(messages);
  const api = useApi();
  const [title, setTitle] = useState(text("actions.groupsDefault", { dataset: model.dataset_title, model: model.title }));
  const [column, setColumn] = useState("group");
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const validTitle = validateTitle(title) === undefined;
  const validColumn = column.trim() !== "";
  const saving = useCreateDataset({
    create: () => api.saveGroups(model.dataset_id, model.id, { title: title.trim(), group_col_name: column.trim() }),
    product: model.dataset_product_type,
    done: text("actions.groupsDone", { name: title.trim() }),
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitAttempted(true);
    if (validTitle && validColumn) saving.mutate();
  };
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth="sm" fullWidth aria-labelledby="groups-title">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="groups-title" component="h2">
          {text("actions.groupsTitle")}
        </DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>
          <DialogContentText>{text("actions.groupsHint")}</DialogContentText>
          <TextField
            autoFocus
            label={text("actions.groupsName")}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={submitAttempted && !validTitle}
            helperText={text("actions.groupsRule", { max: TITLE_LENGTH })}
            slotProps={{ htmlInput: { autoComplete: "off", maxLength: TITLE_LENGTH } }}
          />
          <TextField
            label={text("actions.groupColumn")}
            value={column}
            onChange={(event) => setColumn(event.target.value)}
            error={submitAttempted && !validColumn}
            helperText={text("actions.groupColumnRule")}
            slotProps={{ htmlInput: { autoComplete: "off", maxLength: 512 } }}
          />
          {saving.error ? <Failure error={saving.error} title={text("actions.groupsFailed")} /> : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text("cancel")}</Button>
          <Button type="submit" variant="contained" loading={saving.isPending}>
            {text("save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

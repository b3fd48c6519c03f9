import { TITLE_LENGTH } from "@agatha/contracts/kinds/names";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { DialogContentText, TextField } from "@mui/material";
import { useState } from "react";
import { useApi } from "../../api/services.js";
import { FormDialog } from "../../dialogs/form-dialog.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { useCreateDataset } from "../../routing/use-create-dataset.js";
import { messages } from "../messages.js";
import { validateTitle } from "../model-name.js";

interface SaveResultsDialogProps {
  model: ModelAnswer;
  onClose(): void;
}

/** Types of models whose results can be saved. */
type ModelTypeWithResults = Exclude<ModelAnswer["model_type"], "REGRESSION">;

/** Proposed names of the column with the results. */
const COLUMN_NAMES = { CLUSTERING: "group", CLASSIFICATION: "predicted", OCC: "outlier" } as const satisfies Record<
  ModelTypeWithResults,
  string
>;

/** Saves the model's rows with the group, class or outlier of each row as a new dataset. */
export default function SaveResultsDialog({ model, onClose }: SaveResultsDialogProps) {
  const text = useText(messages);
  const api = useApi();
  const kind = model.model_type as ModelTypeWithResults;
  const [title, setTitle] = useState(text("actions.resultsDefault", { dataset: model.dataset_title, model: model.title }));
  const [column, setColumn] = useState<string>(COLUMN_NAMES[kind]);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const validTitle = validateTitle(title) === undefined;
  const validColumn = column.trim() !== "";
  const saving = useCreateDataset({
    create: () => api.saveGroups(model.dataset_id, model.id, { title: title.trim(), group_col_name: column.trim() }),
    product: model.dataset_product_type,
    done: text("actions.resultsDone", { name: title.trim() }),
    onClose,
  });
  const submit = () => {
    setSubmitAttempted(true);
    if (validTitle && validColumn) saving.mutate();
  };
  return (
    <FormDialog title={text("actions.resultsTitle")} action={text("save")} pending={saving.isPending} onSubmit={submit} onClose={onClose}>
      <DialogContentText>{text(`actions.resultsHint.${kind}`)}</DialogContentText>
      <TextField
        autoFocus
        label={text("actions.resultsName")}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={submitAttempted && !validTitle}
        helperText={text("actions.resultsRule", { max: TITLE_LENGTH })}
        slotProps={{ htmlInput: { autoComplete: "off", maxLength: TITLE_LENGTH } }}
      />
      <TextField
        label={text("actions.resultColumn")}
        value={column}
        onChange={(event) => setColumn(event.target.value)}
        error={submitAttempted && !validColumn}
        helperText={text("actions.resultColumnRule")}
        slotProps={{ htmlInput: { autoComplete: "off", maxLength: 512 } }}
      />
      {saving.error ? <Failure error={saving.error} title={text("actions.resultsFailed")} /> : null}
    </FormDialog>
  );
}

import type { ApiClient } from "@agatha/contracts/client";
import { TITLE_LENGTH, title as titleRule } from "@agatha/contracts/kinds/names";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import SaveIcon from "@mui/icons-material/LibraryAddOutlined";
import { Alert, Button, DialogContentText, TextField } from "@mui/material";
import { useState } from "react";
import { useApi } from "../../api/services.js";
import { FormDialog } from "../../dialogs/form-dialog.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { useCreateDataset } from "../../routing/use-create-dataset.js";
import { downloadEditedRows, RowsNotReady } from "./edited-rows.js";
import { messages } from "./messages.js";

/** Saves the rows after the steps as a new dataset. Hidden from users who may not create datasets. */
export function SaveAsDataset({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const restriction = useRestriction({ what: "dataset", product: dataset.product_type });
  const [asking, setAsking] = useState(false);
  if (restriction !== null) return null;
  return (
    <>
      <Button startIcon={<SaveIcon />} onClick={() => setAsking(true)}>
        {text("copy.action")}
      </Button>
      {asking ? <SaveAsDatasetDialog dataset={dataset} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function SaveAsDatasetDialog({ dataset, onClose }: { dataset: DatasetAnswer; onClose: () => void }) {
  const text = useText(messages);
  const api = useApi();
  const [title, setTitle] = useState("");
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const valid = titleRule.safeParse(title).success;
  const saving = useCreateDataset({
    create: () => uploadEditedRows(api, dataset, title.trim()),
    product: dataset.product_type,
    done: text("copy.done", { name: title.trim() }),
    onClose,
  });
  const submit = () => {
    setSubmitAttempted(true);
    if (valid) saving.mutate();
  };
  return (
    <FormDialog title={text("copy.action")} action={text("copy.save")} pending={saving.isPending} onSubmit={submit} onClose={onClose}>
      <DialogContentText>{text("copy.hint")}</DialogContentText>
      <TextField
        autoFocus
        fullWidth
        label={text("copy.name")}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={submitAttempted && !valid}
        helperText={text("copy.rule", { most: TITLE_LENGTH })}
        slotProps={{ htmlInput: { autoComplete: "off" } }}
      />
      {saving.error instanceof RowsNotReady ? (
        <Alert severity="warning">{text("rowsNotReady")}</Alert>
      ) : saving.error ? (
        <Failure error={saving.error} title={text("copy.refused")} />
      ) : null}
    </FormDialog>
  );
}

/** Uploads the edited rows under a title. The server makes a name from it. Throws as downloadEditedRows does. */
async function uploadEditedRows(api: ApiClient, { id, product_type, timezone }: DatasetAnswer, title: string): Promise<{ id: string }> {
  const zipped = await downloadEditedRows(api, id, "utf-8");
  const rows = await new Response(zipped.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  return await api.upload(rows, `${title}.csv`, { title, product_type, timezone, encoding: "utf-8", delimiter: ",", decimal: "." });
}

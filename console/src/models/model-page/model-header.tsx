import { TITLE_LENGTH } from "@agatha/contracts/kinds/names";
import type { ModelAnswer } from "@agatha/contracts/wire";
import CompareIcon from "@mui/icons-material/CompareArrowsOutlined";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import EditIcon from "@mui/icons-material/EditOutlined";
import ReportIcon from "@mui/icons-material/SummarizeOutlined";
import { Box, Button, IconButton, Paper, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useUndoableDelete } from "../../deletion/use-undoable-delete.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { DescriptionList } from "../../lists/description-list.js";
import { useModelNames } from "../../model-names/use-model-names.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { EditorsLink } from "../../restrictions/editors-link.js";
import { ForEditors } from "../../restrictions/for-role.js";
import { evaluationPath, NEW_EVALUATION } from "../../routing/paths.js";
import { messages } from "../messages.js";
import { validateTitle } from "../model-name.js";
import { ModelActions } from "./model-actions.js";
import { useModelReport } from "./use-model-report.js";

/** Name, purpose, columns and actions of a model. */
export function ModelHeader({ model, newModelAddress }: { model: ModelAnswer; newModelAddress: string }) {
  const text = useText(messages);
  // False once the form was closed again: the button that opened it then has the focus.
  const [renaming, setRenaming] = useState<boolean>();
  const remove = useUndoableDelete("models");
  const navigate = useNavigate();
  const leaveAndDelete = () => {
    remove({ id: model.id, datasetId: model.dataset_id, message: text("removed") });
    void navigate(newModelAddress);
  };
  return (
    <Paper sx={{ p: 2 }}>
      {renaming ? (
        <RenameForm model={model} onDone={() => setRenaming(false)} />
      ) : (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.5 }}>
          <Typography variant="h2" component="h1" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
            {model.title}
          </Typography>
          <ForEditors>
            <IconButton size="small" autoFocus={renaming === false} aria-label={text("rename")} onClick={() => setRenaming(true)}>
              <EditIcon fontSize="small" />
            </IconButton>
          </ForEditors>
          <Box sx={{ flexGrow: 1 }} />
          <ReportButton model={model} />
          {model.status === "success" ? (
            <>
              <TestOnNewDataButton model={model} />
              <ModelActions model={model} />
            </>
          ) : null}
          <ForEditors>
            <Button color="secondary" size="small" startIcon={<DeleteIcon />} onClick={leaveAndDelete}>
              {text("remove")}
            </Button>
          </ForEditors>
        </Box>
      )}
      <ModelFacts model={model} />
    </Paper>
  );
}

/** Opens the model's report on a page of its own, once it exists. */
function ReportButton({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const { report } = useModelReport(model);
  if (report === null) return null;
  return (
    <Button size="small" startIcon={<ReportIcon />} component="a" href={report} target="_blank" rel="noopener">
      {text("report")}
    </Button>
  );
}

/** A model that was trained again on another dataset is tested together with the model that it repeats. */
function TestOnNewDataButton({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const { id, dataset_id, dataset_product_type, clone_of, same_bytes } = model;
  const models = clone_of !== null && same_bytes === null ? [id, clone_of] : [id];
  const address = evaluationPath(dataset_id, { product: dataset_product_type, evaluationId: NEW_EVALUATION, models });
  return (
    <EditorsLink size="small" startIcon={<CompareIcon />} to={address} sx={{ whiteSpace: "nowrap" }}>
      {text("compare.open")}
    </EditorsLink>
  );
}

function ModelFacts({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const format = useFormat();
  const names = useModelNames();
  const seconds = model.started_at && model.finished_at ? (Date.parse(model.finished_at) - Date.parse(model.started_at)) / 1000 : null;
  const learnedColumns = ({ response, time_series_params }: ModelAnswer, count: number) => {
    if (!time_series_params || response === null) return text("facts.columnsValue", { count });
    return count === 0 ? text("facts.past", { column: response }) : text("facts.pastAndColumns", { column: response, count });
  };
  const facts: [string, string | null][] = [
    [text("facts.target"), model.response],
    [text("facts.method"), names.algorithms(model.algorithms)],
    [text("facts.columns"), model.columns ? learnedColumns(model, model.columns.length) : null],
    [text("facts.rows"), text(model.use_extraction ? "facts.edited" : "facts.file")],
    [text("facts.created"), format.dateTime(model.model_created_at)],
    [text("facts.took"), seconds === null ? null : format.duration(seconds)],
    [text("facts.size"), model.size === null ? null : format.bytes(model.size)],
  ];
  return <DescriptionList facts={facts} />;
}

function RenameForm({ model, onDone }: { model: ModelAnswer; onDone: () => void }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [name, setName] = useState(model.title);
  const problem = validateTitle(name);
  const renaming = useMutation({
    mutationFn: () => api.changeModel(model.dataset_id, model.id, { title: name.trim() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(model.dataset_id) });
      notify(text("renamed"), { type: "info" });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined) renaming.mutate();
  };
  const refused = renaming.error ? failureText("renameModel", renaming.error) : null;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
      sx={{ display: "flex", gap: 1, alignItems: "flex-start", flexWrap: "wrap" }}
    >
      <TextField
        label={text("titleOfModel")}
        value={name}
        autoFocus
        onChange={(event) => setName(event.target.value)}
        error={problem !== undefined || refused !== null}
        helperText={problem === undefined ? refused : text(`${problem}`, { max: TITLE_LENGTH })}
        slotProps={{ htmlInput: { maxLength: TITLE_LENGTH, autoComplete: "off" } }}
      />
      <Button type="submit" variant="contained" loading={renaming.isPending}>
        {text("save")}
      </Button>
      <Button onClick={onDone}>{text("cancel")}</Button>
    </Box>
  );
}

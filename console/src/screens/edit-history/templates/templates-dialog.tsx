import type { EditTemplateAnswer } from "@agatha/contracts/wire";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Tooltip, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { useUndoableDelete } from "../../../deletion/use-undoable-delete.js";
import { closeUnlessBeside } from "../../../dialogs/close-unless-beside.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { useText } from "../../../i18n/use-text.js";
import { useWithoutDeleted } from "../../../notifications/undoable-deletes.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { inputColumns, missingColumns } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { SaveTemplate } from "./save-template.js";
import type { TemplatesProps } from "./templates-props.js";

/** Saves the steps as a template and applies templates. */
export function TemplatesDialog({ onClose, ...props }: TemplatesProps & { onClose: () => void }) {
  const text = useText(messages);
  const api = useApi();
  const withoutDeleted = useWithoutDeleted("extraction_templates");
  const query = useApiQuery(QUERY_KEYS.editTemplates, (signal) => api.templates(signal));
  const templates = query.data && withoutDeleted(query.data);
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth="sm" fullWidth aria-labelledby="templates-title">
      <DialogTitle id="templates-title" component="h2">
        {text("templates.title")}
      </DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <SaveTemplate dataset={props.dataset} steps={props.steps} />
        {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
        {!templates && !query.error ? <Loading rows={3} /> : null}
        {templates?.length === 0 ? <Typography color="text.secondary">{text("templates.none")}</Typography> : null}
        {templates && templates.length > 0 ? (
          <Box component="ul" aria-label={text("templates.title")} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {templates.map((template) => (
              <TemplateItem key={template.id} {...props} template={template} onClose={onClose} />
            ))}
          </Box>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text("templates.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

type TemplateItemProps = TemplatesProps & { template: EditTemplateAnswer; onClose: () => void };

function TemplateItem({ template: { id, name, entries, columns: needed }, ...props }: TemplateItemProps) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const remove = useUndoableDelete("extraction_templates");
  const { dataset, table, steps, onApplied, onClose } = props;
  // An aggregation replaces the earlier one.
  const type = entries.some(({ spec }) => spec.type === "aggregation") ? "aggregation" : "filter";
  const missing = missingColumns(needed, inputColumns(table, steps, { index: steps.length, type }));
  const applying = useMutation({
    mutationFn: () => api.applyTemplate(dataset.id, id),
    onSuccess: (history) => {
      onApplied(history);
      notify(text("templates.applied", { name }));
      onClose();
    },
  });
  // The notification's undo button cannot be reached behind a dialog.
  const removeAndClose = () => {
    onClose();
    remove({ id, datasetId: null, message: text("templates.deleted", { name }) });
  };
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: "divider", py: 1 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" color="text.secondary">
            {entries.map(({ spec }) => text(`kinds.${spec.type}`)).join(" → ")}
          </Typography>
        </Box>
        {missing.length === 0 ? (
          <ForEditors>
            <Button
              variant="outlined"
              size="small"
              aria-label={text("templates.applyLabel", { name })}
              loading={applying.isPending}
              onClick={() => applying.mutate()}
            >
              {text("templates.apply")}
            </Button>
          </ForEditors>
        ) : null}
        <Tooltip title={text("templates.delete", { name })}>
          <IconButton size="small" aria-label={text("templates.delete", { name })} onClick={removeAndClose}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      {missing.length > 0 ? (
        <Typography variant="body2" color="warning.main">
          {text("templates.missing", { columns: missing.join(text("say.list")) })}
        </Typography>
      ) : null}
      {applying.error ? <Failure error={applying.error} title={text("templates.refused")} /> : null}
    </Box>
  );
}

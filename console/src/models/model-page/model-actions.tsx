import type { ModelAnswer } from "@agatha/contracts/wire";
import MoreIcon from "@mui/icons-material/MoreHorizOutlined";
import { Button, ListItemText, Menu, MenuItem } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/services.js";
import { downloadFile } from "../../charts/download.js";
import { DialogChunk } from "../../dialogs/dialog-chunk.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { useAnalysisDataset } from "../../routing/analysis-context.js";
import { lazyChunk } from "../../routing/load-chunk.js";
import { messages } from "../messages.js";
import { useCloneModel } from "../use-clone-model.js";

const RetrainDialog = lazyChunk(() => import("./retrain-dialog.js"));
const SaveResultsDialog = lazyChunk(() => import("./save-results-dialog.js"));

const EXPORT_EXTENSIONS = { onnx: "onnx", tfjs: "tfjs.zip" } as const;
type ExportFormat = keyof typeof EXPORT_EXTENSIONS;

/** Menu of uses of a trained model that have no tab. */
export function ModelActions({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const made = { product: model.dataset_product_type, owner: useAnalysisDataset().dataset.data?.owner };
  const noModel = useRestriction({ what: "model", ...made });
  const noDataset = useRestriction({ what: "dataset", ...made });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<"retrain" | "results" | null>(null);
  const cloning = useCloneModel(model);
  const exporting = useExport(model);
  const close = () => setAnchor(null);
  const run = (action: () => void) => () => {
    close();
    action();
  };
  const item = (key: "clone" | "retrain" | "results" | ExportFormat, action: () => void, restriction: string | null = null) => (
    <MenuItem key={key} onClick={run(action)} disabled={restriction !== null} sx={{ whiteSpace: "normal", maxWidth: 360 }}>
      <ListItemText primary={text(`actions.${key}`)} secondary={restriction} />
    </MenuItem>
  );
  const formats = exportFormatsOf(model);
  return (
    <>
      <Button
        size="small"
        startIcon={<MoreIcon />}
        aria-haspopup="menu"
        loading={cloning.isPending || exporting.isPending}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text("actions.open")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {item("clone", () => cloning.mutate({}), noModel)}
        {item("retrain", () => setDialog("retrain"), noModel)}
        {hasResultsToSave(model) ? item("results", () => setDialog("results"), noDataset) : null}
        {formats.map((format) => item(format, () => exporting.mutate(format)))}
      </Menu>
      {dialog === null ? null : (
        <DialogChunk onClose={() => setDialog(null)}>
          {dialog === "retrain" ? <RetrainDialog model={model} onClose={() => setDialog(null)} /> : null}
          {dialog === "results" ? <SaveResultsDialog model={model} onClose={() => setDialog(null)} /> : null}
        </DialogChunk>
      )}
    </>
  );
}

/** TensorFlow.js takes models of one neural network only. */
function exportFormatsOf({ layers }: ModelAnswer): ExportFormat[] {
  const [first, ...others] = layers.flatMap(({ nodes }) => nodes);
  const isOneNetwork = others.length === 0 && (first?.algorithm === "DNN" || first?.algorithm === "AENN");
  return isOneNetwork ? ["onnx", "tfjs"] : ["onnx"];
}

function hasResultsToSave({ model_type, has_time_lag }: ModelAnswer): boolean {
  return model_type !== "REGRESSION" && !has_time_lag;
}

function useExport(model: ModelAnswer) {
  const text = useText(messages);
  const api = useApi();
  const showError = useErrorDialog();
  return useMutation({
    mutationFn: async (format: ExportFormat) =>
      downloadFile(`${model.title}.${EXPORT_EXTENSIONS[format]}`, await (await api.exportModel(model.dataset_id, model.id, format)).blob()),
    onError: (error) => showError(text("actions.exportFailed"), error),
  });
}

import type { TextEncoding } from "@agatha/contracts";
import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import { Box, Button } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../../api/services.js";
import { downloadFile } from "../../charts/download.js";
import { EncodingField } from "../../csv-dialect/encoding-field.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

/** Downloads all rows of a batch as a text file in a chosen encoding. */
export function BatchDownload({ model, calculation }: { model: ModelAnswer; calculation: CalculationAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showError = useErrorDialog();
  const [encoding, setEncoding] = useState<TextEncoding>("utf-8");
  const name = `${model.title}-predictions.csv`;
  const saving = useMutation({
    mutationFn: async () =>
      downloadFile(name, await gunzip(await api.downloadBatch(model.dataset_id, model.id, calculation.id, { encoding }))),
    onSuccess: () => notify(text("batch.result.downloaded", { name }), { type: "info" }),
    onError: (error) => showError(text("batch.result.downloadFailed"), error),
  });
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      <EncodingField value={encoding} onChange={setEncoding} />
      <Button variant="contained" startIcon={<DownloadIcon />} onClick={() => saving.mutate()} loading={saving.isPending}>
        {text("batch.result.download")}
      </Button>
    </Box>
  );
}

/** The server sends the file compressed. Programs that people open it with need it uncompressed. */
async function gunzip({ body }: Response): Promise<Blob> {
  if (body === null) return new Blob([]);
  return await new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
}

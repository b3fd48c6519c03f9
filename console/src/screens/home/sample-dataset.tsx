import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useState } from "react";
import { useDataProvider } from "react-admin";
import { useNavigate } from "react-router-dom";
import { Failure } from "../../feedback/failure.js";
import { useUploads } from "../../file-upload/uploads-context.js";
import { useText } from "../../i18n/use-text.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { datasetPath } from "../../routing/paths.js";
import { isProductEnabled, PRODUCTS } from "../../routing/products.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";

const SAMPLE = { file: "Cars.csv", name: "Cars" };

/** Uploads a real table to try everything with, as the user's own dataset. */
export function SampleDataset() {
  const text = useText(messages);
  const { start, busy, error, product } = useSampleDataset();
  const restriction = useRestriction({ what: "dataset", product: product ?? PRODUCTS[0] });
  return (
    <Paper sx={{ px: 2, py: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: "1 1 320px", minWidth: 0 }}>
          <Typography variant="h2">{text("sample.title")}</Typography>
          <Typography color="text.secondary">{text("sample.text")}</Typography>
        </Box>
        {restriction === null ? (
          <Button variant="contained" aria-busy={busy} onClick={() => void start()}>
            {text(busy ? "sample.sending" : "sample.start")}
          </Button>
        ) : (
          <Typography color="text.secondary" sx={{ flex: "1 1 320px" }}>
            {restriction}
          </Typography>
        )}
      </Box>
      {error ? <Failure error={error} title={text("sample.failed")} onRetry={() => void start()} /> : null}
    </Paper>
  );
}

function useSampleDataset() {
  const user = useSessionUser();
  const { uploadDataset } = useUploads();
  const dataProvider = useDataProvider();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const product = isProductEnabled(user, "quality") ? "quality" : PRODUCTS.find((type) => isProductEnabled(user, type));

  /** A second click opens the existing sample. */
  const existing = async (): Promise<string | undefined> => {
    const wanted = { pagination: { page: 1, perPage: 100 }, sort: { field: "name", order: "ASC" as const }, filter: { q: SAMPLE.name } };
    const { data } = await dataProvider.getList<DatasetAnswer>("datasets", wanted);
    return data.find(({ name, owner }) => name === SAMPLE.name && owner === user.id)?.id;
  };
  const start = async () => {
    if (busy || product === undefined) return;
    setBusy(true);
    setError(null);
    try {
      const id = (await existing()) ?? (await uploadDataset(await fetchSampleFile(), { product_type: product }));
      void navigate(datasetPath(id, product));
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return { start, busy, error, product };
}

async function fetchSampleFile(): Promise<File> {
  const response = await fetch("./samples/cars.csv");
  if (!response.ok) throw new ApiError(ERRORS.serverUnavailable, response.status, `HTTP ${response.status}`);
  return new File([await response.blob()], SAMPLE.file, { type: "text/csv" });
}

import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, FormControl, FormControlLabel, FormHelperText, FormLabel, Paper, Radio, RadioGroup, Typography } from "@mui/material";
import { type FormEvent, useState } from "react";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { useStartCalculation } from "../use-calculations.js";
import type { BatchRequest } from "./batch-request.js";
import { DatasetSource } from "./dataset-source.js";
import { FileSource } from "./file-source.js";
import type { ReadyDatasets } from "./use-ready-datasets.js";

const SOURCES = ["dataset", "file"] as const;
type Source = (typeof SOURCES)[number];

interface BatchFormProps {
  model: ModelAnswer;
  info: ModelInfo;
  datasets: ReadyDatasets;
}

/** Form that selects the rows to predict. */
export function BatchForm({ model, info, datasets }: BatchFormProps) {
  const text = useText(messages);
  const [source, setSource] = useState<Source>("dataset");
  const [request, setRequest] = useState<BatchRequest>(null);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const begin = useStartCalculation(model, "batch");
  const choose = (next: Source) => {
    setSource(next);
    setRequest(null);
    setSubmitAttempted(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitAttempted(true);
    if (request !== null) begin.mutate(request);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Box>
          <Typography variant="h3" component="h2">
            {text("batch.title")}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {text("batch.hint")}
            {model.model_type === "REGRESSION" && model.time_series_params ? ` ${text("batch.seriesHint")}` : ""}
          </Typography>
        </Box>
        <FormControl>
          <FormLabel id="batch-source">{text("batch.from")}</FormLabel>
          <RadioGroup row aria-labelledby="batch-source" value={source} onChange={(event) => choose(event.target.value as Source)}>
            {SOURCES.map((name) => (
              <FormControlLabel key={name} value={name} control={<Radio size="small" />} label={text(`batch.sources.${name}`)} />
            ))}
          </RadioGroup>
        </FormControl>
        {source === "dataset" ? (
          <DatasetSource model={model} info={info} datasets={datasets} onRequest={setRequest} />
        ) : (
          <FileSource model={model} info={info} onRequest={setRequest} />
        )}
      </Paper>
      {begin.error ? <Failure error={begin.error} title={text("batch.refused")} /> : null}
      <Box sx={{ display: "flex", gap: 2, alignItems: "center", justifyContent: "flex-end", flexWrap: "wrap" }}>
        {submitAttempted && request === null ? (
          <FormHelperText error role="alert" sx={{ m: 0 }}>
            {text("batch.problem.sourceNeeded")}
          </FormHelperText>
        ) : null}
        <Button type="submit" variant="contained" size="large" loading={begin.isPending}>
          {text("batch.start")}
        </Button>
      </Box>
    </Box>
  );
}

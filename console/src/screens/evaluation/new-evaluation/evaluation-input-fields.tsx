import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import {
  Alert,
  Autocomplete,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
  useMediaQuery,
  useTheme,
} from "@mui/material";
import { renderDatasetOption } from "../../../dataset-facts/dataset-option.js";
import { columnPickerWidth } from "../../../fields/picker-width.js";
import { DropTarget } from "../../../file-upload/drop-target.js";
import { FileButton } from "../../../file-upload/file-button.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type DraftProblems, type EvaluationDraft, fileProblem } from "./evaluation-draft.js";

interface EvaluationInputFieldsProps {
  /** Models that are compared. */
  models: readonly ModelAnswer[];
  /** Datasets that can supply the test rows; undefined while not known. */
  datasets: readonly DatasetAnswer[] | undefined;
  draft: EvaluationDraft;
  problem: DraftProblems["input"];
  onChange(draft: EvaluationDraft): void;
}

/** Fields for the source of the test rows. */
export function EvaluationInputFields({ models, datasets, draft, problem, onChange }: EvaluationInputFieldsProps) {
  const text = useText(messages);
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <FormControl>
        <FormLabel id="test-source">{text("rows.title")}</FormLabel>
        <RadioGroup
          row
          aria-labelledby="test-source"
          value={draft.source}
          onChange={(event) => onChange({ ...draft, source: event.target.value as EvaluationDraft["source"] })}
          sx={{ columnGap: 2 }}
        >
          <FormControlLabel value="file" control={<Radio size="small" />} label={text("rows.file")} />
          <FormControlLabel value="dataset" control={<Radio size="small" />} label={text("rows.dataset")} />
        </RadioGroup>
      </FormControl>
      {draft.source === "file" ? (
        <InputFileField file={draft.file} problem={problem} onFile={(file) => onChange({ ...draft, file })} />
      ) : (
        <InputDatasetField models={models} datasets={datasets} draft={draft} problem={problem} onChange={onChange} />
      )}
    </Box>
  );
}

interface InputFileFieldProps {
  file: File | null;
  problem: DraftProblems["input"];
  onFile(file: File): void;
}

function InputFileField({ file, problem, onFile }: InputFileFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  // Nobody drags files on a phone.
  const phone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const take = (files: FileList | null) => {
    const first = files?.[0];
    if (first) onFile(first);
  };
  // A file of the wrong kind is reported at once. A missing file is reported only on submit.
  const wrong = problem ?? (file ? fileProblem(file) : undefined);
  return (
    <DropTarget onFiles={take}>
      <Box sx={{ flex: "1 1 220px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: file ? 600 : 400 }}>{file ? file.name : text(phone ? "rows.dropOnPhone" : "rows.drop")}</Typography>
        <Typography
          variant="body2"
          color={wrong ? "error" : "text.secondary"}
          role={wrong ? "alert" : undefined}
          tabIndex={wrong ? -1 : undefined}
        >
          {wrong ? text(`problem.${wrong}`) : file ? format.bytes(file.size) : text("rows.fileHint")}
        </Typography>
      </Box>
      <FileButton variant={file ? "outlined" : "contained"} label={text(file ? "rows.otherFile" : "rows.choose")} onFiles={take} />
    </DropTarget>
  );
}

function InputDatasetField({ models, datasets: known, draft, problem, onChange }: EvaluationInputFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const datasets = known ?? [];
  const chosen = datasets.find(({ id }) => id === draft.inputDatasetId) ?? null;
  return (
    <>
      <Autocomplete
        options={[...datasets]}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        renderOption={renderDatasetOption}
        value={chosen}
        onChange={(_event, selected) => onChange({ ...draft, inputDatasetId: selected?.id ?? null })}
        loading={known === undefined}
        noOptionsText={text("rows.noDataset")}
        autoHighlight
        sx={{ width: columnPickerWidth(datasets.map(({ title }) => title)), maxWidth: "100%" }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={text("rows.datasetLabel")}
            required
            error={problem !== undefined}
            helperText={
              problem
                ? text(`problem.${problem}`)
                : chosen
                  ? text("rows.size", { count: chosen.nrow ?? 0, rows: format.number(chosen.nrow ?? 0) })
                  : undefined
            }
          />
        )}
      />
      <KnownDatasetAlert models={models} inputDatasetId={draft.inputDatasetId} />
    </>
  );
}

/** Warns of rows that all or some of the models learned from. */
function KnownDatasetAlert({ models, inputDatasetId }: { models: readonly ModelAnswer[]; inputDatasetId: string | null }) {
  const text = useText(messages);
  const known = models.filter(({ dataset_id }) => dataset_id === inputDatasetId);
  if (known.length === 0) return null;
  const names = known.map(({ title, dataset_title: dataset }) => text("modelOfDataset", { name: title, dataset }));
  return (
    <Alert severity="warning">{known.length === models.length ? text("rows.sameDataset") : text("rows.sameDatasetSome", { names })}</Alert>
  );
}

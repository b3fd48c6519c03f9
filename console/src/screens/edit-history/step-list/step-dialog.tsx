import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
  useMediaQuery,
  useTheme,
} from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useApi } from "../../../api/services.js";
import { closeUnlessBeside } from "../../../dialogs/close-unless-beside.js";
import { Failure } from "../../../feedback/failure.js";
import { useText } from "../../../i18n/use-text.js";
import { inputColumns, type StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { draftOfSpec } from "../steps/draft-of-spec.js";
import { type DescribedStep, newStepDraft, type StepDraft, type StepType, stepProblems, stepSpecOf } from "../steps/step-draft.js";
import { StepFields } from "./step-fields.js";
import { StepPreview } from "./step-preview.js";

interface StepDialogProps {
  type: StepType;
  dataset: DatasetAnswer;
  /** Columns of the file. */
  table: readonly StepColumn[];
  steps: readonly EditStepAnswer[];
  /** The step to edit in its place; null for a new one. */
  edited?: EditStepAnswer | null;
  describe(spec: DescribedStep): string;
  /** Fetches the history again. */
  onAdded(): Promise<void>;
  onClose(): void;
}

/** Kinds of steps that make columns. The first rows of these columns are shown. */
const PREVIEWED: ReadonlySet<StepType> = new Set(["derived", "join", "unpivot"]);

/** The server's bound on the length of an entry's description. */
const MAX_DESCRIPTION_LENGTH = 2000;

/** Dialog for a new step, which it adds at the chosen position, or for an existing one, which it replaces in its place. */
export function StepDialog({ type, dataset, table, steps, edited = null, describe: describeStep, onAdded, onClose }: StepDialogProps) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const phone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const form = useRef<HTMLFormElement>(null);
  // The entry itself, since its number changes when somebody else adds or deletes entries.
  const [before, setBefore] = useState(edited?.id);
  const found = steps.findIndex(({ id }) => id === before);
  const index = found < 0 ? steps.length : found;
  const columns = inputColumns(table, steps, { index, type });
  const [draft, setDraft] = useState<StepDraft>(() => (edited ? draftOfSpec(edited.spec, columns) : newStepDraft(type, columns)));
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const problems = stepProblems(draft, columns);
  const adding = useMutation({
    mutationFn: async () => {
      const spec = stepSpecOf(draft, columns);
      const step = { cond: describeStep(spec).slice(0, MAX_DESCRIPTION_LENGTH), spec };
      await (edited
        ? api.replaceExtraction(dataset.id, edited.id, { ...step, updated_at: edited.updated_at })
        : api.createExtraction(dataset.id, { ...step, ...(before !== undefined && { before }) }));
      await onAdded();
    },
    // Somebody else may have changed the history.
    onError: () => void onAdded(),
    onSuccess: () => {
      notify(text(edited ? "history.changed" : "history.added"));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The problems must be rendered before the first one can be focused.
    flushSync(() => setSubmitAttempted(true));
    if (Object.keys(problems).length === 0) adding.mutate();
    else form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth="md" fullWidth fullScreen={phone} aria-labelledby="step-title">
      <Box
        component="form"
        noValidate
        ref={form}
        onSubmit={submit}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id="step-title" component="h2">
          {text(edited ? "step.editTitle" : "step.title", { kind: text(`kinds.${type}`) })}
        </DialogTitle>
        <DialogContent sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2, alignContent: "start" }}>
          <Box sx={{ pt: 1 }}>
            <StepFields
              draft={draft}
              columns={columns}
              timezone={dataset.timezone}
              problemOf={(field) => (submitAttempted ? problems[field] : undefined)}
              onChange={setDraft}
            />
          </Box>
          {PREVIEWED.has(draft.type) ? (
            <StepPreview
              datasetId={dataset.id}
              columns={columns}
              spec={Object.keys(problems).length === 0 ? stepSpecOf(draft, columns) : null}
              index={index}
            />
          ) : null}
          {edited ? null : <AggregationNotice type={type} steps={steps} index={index} describe={describeStep} />}
          {steps.length > 0 && !edited ? <StepPosition steps={steps} index={index} describe={describeStep} onChange={setBefore} /> : null}
          {adding.error ? <Failure error={adding.error} title={text(edited ? "step.changeRefused" : "step.refused")} /> : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text("step.cancel")}</Button>
          <Button type="submit" variant="contained" loading={adding.isPending}>
            {text(edited ? "step.saveChange" : "step.save")}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

type StepPositionProps = Pick<StepDialogProps, "steps" | "describe"> & { index: number };

/** Selects the position of the step: steps are applied in order. */
function StepPosition({ steps, index, describe, onChange }: StepPositionProps & { onChange: (before: string | undefined) => void }) {
  const text = useText(messages);
  return (
    <TextField
      select
      label={text("step.place")}
      value={index}
      onChange={(event) => onChange(steps[Number(event.target.value)]?.id)}
      sx={{ maxWidth: 480 }}
    >
      {steps.map((step, i) => (
        <MenuItem key={step.id} value={i} sx={{ whiteSpace: "normal" }}>
          {text("step.before", { step: `${i + 1}. ${describe(step.spec)}` })}
        </MenuItem>
      ))}
      <MenuItem value={steps.length}>{text("step.last")}</MenuItem>
    </TextField>
  );
}

/** Says which aggregation will stay enabled, because only the last one does. */
function AggregationNotice({ type, steps, index, describe }: StepPositionProps & { type: StepType }) {
  const text = useText(messages);
  const place = steps.findIndex(({ enabled, spec }) => enabled && spec.type === "aggregation");
  const other = steps[place];
  if (type !== "aggregation" || !other) return null;
  const step = `${place + 1}. ${describe(other.spec)}`;
  return <Alert severity="info">{text(place < index ? "step.replaces" : "step.staysOff", { step })}</Alert>;
}

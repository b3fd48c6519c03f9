import type { ColumnType } from "@agatha/contracts";
import { Alert, Box, Skeleton, Typography } from "@mui/material";
import { useMemo } from "react";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { useDebouncedValue } from "../../../api/use-debounced-value.js";
import { Failure } from "../../../feedback/failure.js";
import { SampleTable } from "../../../feedback/sample-table.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { outputColumns, type StepColumn } from "../../../step-columns/step-columns.js";
import { formatCell } from "../../dataset/grid/format-cell.js";
import { messages } from "../messages.js";
import type { DescribedStep } from "../steps/step-draft.js";
import { useEditedColumns } from "../use-edited-columns.js";

interface StepPreviewProps {
  datasetId: string;
  /** Columns that the step receives. */
  columns: readonly StepColumn[];
  /** Null while the draft has problems. */
  spec: DescribedStep | null;
  /** How many entries of the history come before the step. */
  index: number;
}

/** Time without a change after which the first rows are computed. */
const SETTLED_MS = 400;

/** The first rows with a step, before it is added: new columns first. */
export function StepPreview({ datasetId, columns, spec, index }: StepPreviewProps) {
  const text = useText(messages);
  const format = useFormat();
  const api = useApi();
  const asked = useDebouncedValue(
    useMemo(() => JSON.stringify(spec), [spec]),
    SETTLED_MS,
  );
  const current = JSON.parse(asked) as DescribedStep | null;
  const preview = useApiQuery(
    ["step-preview", datasetId, index, asked],
    (signal) => api.previewExtraction(datasetId, { spec: current!, index }, signal),
    { enabled: current !== null, keepPreviousAnswer: true },
  );
  const joined = useEditedColumns(spec?.type === "join" ? spec.dataset : null).columns;
  if (spec === null) return <Typography color="text.secondary">{text("formula.previewHint")}</Typography>;
  if (preview.error) return <Failure error={preview.error} title={text("result.failed")} />;
  if (!preview.data) return <Skeleton variant="rectangular" height={200} aria-label={text("formula.previewLoading")} />;
  const { columns: names, data, total, unmatched } = preview.data;
  const before = new Map(columns.map(({ name, type }) => [name, type]));
  const after = typesAfter(columns, spec, joined);
  const keyTypes = spec.type === "join" ? spec.on.map(({ column }) => before.get(column)) : [];
  const keyText = (cell: (typeof data)[number][number], at: number) => formatCell(cell, { type: keyTypes[at] ?? "s" }, format) ?? "–";
  const typeAt = (i: number) => after.get(names[i] ?? "") ?? "s";
  const order = names.map((_, i) => i).sort((a, b) => Number(before.has(names[a] ?? "")) - Number(before.has(names[b] ?? "")));
  return (
    <Box aria-busy={preview.isPlaceholderData} sx={{ opacity: preview.isPlaceholderData ? 0.6 : 1 }}>
      {unmatched ? (
        <Alert severity={unmatched.rows > 0 ? "warning" : "success"} sx={{ mb: 1 }}>
          {text(unmatched.rows > 0 ? "join.unmatched" : "join.matched", {
            count: total,
            rows: unmatched.rows,
            keys: unmatched.keys.map((key) => key.map(keyText).join(" / ")).join(text("say.list")),
          })}
        </Alert>
      ) : null}
      <SampleTable
        caption={text("formula.preview", { rows: data.length })}
        columns={order.map((i) => ({ name: names[i] ?? "", type: typeAt(i) }))}
        rows={data.map((row) => order.map((i) => formatCell(row[i], { type: typeAt(i) }, format)))}
      />
    </Box>
  );
}

/** Returns the types of the columns after a step. `joined` are the columns of the dataset that it joins. */
function typesAfter(columns: readonly StepColumn[], spec: DescribedStep, joined: readonly StepColumn[]): Map<string, ColumnType> {
  const after =
    spec.type === "join"
      ? [
          ...columns,
          ...joined.filter(({ name }) => spec.columns.includes(name)).map(({ name, type }) => ({ name: spec.prefix + name, type })),
        ]
      : outputColumns(columns, [spec]);
  return new Map(after.map(({ name, type }) => [name, type]));
}

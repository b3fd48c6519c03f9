import type { ColumnCheck, RowStructure } from "@agatha/contracts";
import type { DataCheckAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Typography } from "@mui/material";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { ColumnCheckItem } from "./column-check-item.js";
import { isFlagged, isUnusable } from "./column-flags.js";
import { useDatasetUpdate } from "./dataset-update.js";
import { messages } from "./messages.js";
import type { FinishedCheck } from "./use-finished-check.js";

interface DataCheckPanelProps {
  check: FinishedCheck;
}

/** Results of the data check, worst columns first, each with the suggested actions. */
export function DataCheckPanel({ check }: DataCheckPanelProps) {
  const text = useText(messages);
  if (check.error) return <Failure error={check.error} title={text("check.failed")} onRetry={check.retry} />;
  if (check.data === undefined) {
    return (
      <>
        <Typography sx={{ px: 2, pt: 2 }}>{text("check.running")}</Typography>
        <Loading rows={4} height={56} />
      </>
    );
  }
  return <ColumnCheckList check={check.data} />;
}

function ColumnCheckList({ check }: { check: DataCheckAnswer }) {
  const text = useText(messages);
  const { dataset } = useDatasetUpdate();
  const columns = new Map(dataset.columns.map((column) => [column.name, column]));
  const lines = [...check.check_table].sort((a, b) => a.quality - b.quality);
  const flagged = lines.filter((line) => isFlagged(line, dataset.product_type));
  const fine = lines.filter((line) => !flagged.includes(line));
  const line = (check: ColumnCheck) => {
    const column = columns.get(check.name);
    return column ? <ColumnCheckItem key={check.name} check={check} column={column} /> : null;
  };
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2 }}>
      {check.na_alert ? <Alert severity="warning">{text("check.na")}</Alert> : null}
      {check.row_structure ? (
        <RowStructureNotice structure={check.row_structure} labelOf={(name) => columns.get(name)?.label ?? name} />
      ) : null}
      <ExcludeUnusableButton useless={flagged.filter((check) => isUnusable(check) && columns.get(check.name)?.hidden === false)} />
      {flagged.length === 0 ? (
        <Typography>{text("check.allFine")}</Typography>
      ) : (
        <Section title={text("check.flagged")}>{flagged.map(line)}</Section>
      )}
      {fine.length > 0 ? <Section title={text("check.fine")}>{fine.map(line)}</Section> : null}
    </Box>
  );
}

/** Tells which rows belong together. */
function RowStructureNotice({ structure, labelOf }: { structure: RowStructure; labelOf(name: string): string }) {
  const text = useText(messages);
  const format = useFormat();
  const columns = structure.groupColumns.map(labelOf).join(", ");
  const figures = { share: format.percent(structure.sharing), groups: format.number(structure.groups) };
  return <Alert severity="info">{text("check.together", { columns, ...figures })}</Alert>;
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

function ExcludeUnusableButton({ useless }: { useless: ColumnCheck[] }) {
  const text = useText(messages);
  const { update } = useDatasetUpdate();
  if (useless.length < 2) return null;
  const names = useless.map(({ name }) => name);
  return (
    <Button
      variant="outlined"
      onClick={() =>
        void update({ columns: names.map((name) => ({ name, hidden: true })) }, text("columns.hideDone", { name: names.join(", ") }))
      }
    >
      {text("check.leaveAll", { count: useless.length })}
    </Button>
  );
}

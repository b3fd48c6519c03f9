import { type ColumnCheck, type RowStructure, type TimeOrder, typeToChoose } from "@agatha/contracts";
import type { DataCheckAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useReparseDataset } from "../../../csv-dialect/dataset-read-error.js";
import { messages as fileMessages } from "../../../csv-dialect/messages.js";
import { FindingText } from "../../../data-findings/finding-text.js";
import { messages as findingMessages } from "../../../data-findings/messages.js";
import { ErrorsInTime, QuickModelErrors } from "../../../data-findings/quick-model-errors.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { unpivotPath } from "../../../routing/paths.js";
import { useDatasetUpdate } from "../dataset-update.js";
import { messages } from "../messages.js";
import { ColumnCheckItem } from "./column-check-item.js";
import { columnsToLookAt, isUnusable } from "./column-flags.js";
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
  const findingText = useText(findingMessages);
  const { dataset } = useDatasetUpdate();
  const columns = new Map(dataset.columns.map((column) => [column.name, column]));
  const lines = [...check.check_table].sort((a, b) => a.quality - b.quality);
  const findings = check.findings ?? [];
  const findingsOf = (name: string) => findings.filter(({ column }) => column === name);
  // The notice of the structure reports copies.
  const isTold = (code: string) => check.row_structure?.kind === "copies" && (code === "near_copies" || code === "copied_rows");
  const aboutRows = findings.filter(({ code, column }) => column === undefined && !isTold(code));
  const toLookAt = new Set(columnsToLookAt(check, dataset.product_type));
  const flagged = lines.filter((line) => toLookAt.has(line));
  const fine = lines.filter((line) => !toLookAt.has(line));
  const isUsed = (name: string | undefined): name is string => name !== undefined && columns.get(name)?.hidden === false;
  const line = (check: ColumnCheck) => {
    const column = columns.get(check.name);
    return column ? <ColumnCheckItem key={check.name} check={check} findings={findingsOf(check.name)} column={column} /> : null;
  };
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2 }}>
      {check.na_alert ? <Alert severity="warning">{text("check.na")}</Alert> : null}
      {check.row_structure ? (
        <RowStructureNotice structure={check.row_structure} labelOf={(name) => columns.get(name)?.label ?? name} />
      ) : null}
      {check.time_order ? (
        <TimeOrderNotice
          order={check.time_order}
          ofGroups={check.row_structure !== undefined}
          labelOf={(name) => columns.get(name)?.label ?? name}
        />
      ) : null}
      <ForEditors>
        <ReadAsNumbersButton
          names={findings.flatMap((finding) => (typeToChoose(finding) === "n" && isUsed(finding.column) ? [finding.column] : []))}
        />
        <ExcludeUnusableButton useless={flagged.filter((check) => isUnusable(check) && isUsed(check.name))} />
      </ForEditors>
      {aboutRows.length > 0 ? (
        <Section title={findingText("rows")}>
          {aboutRows.map((finding) => (
            <Typography key={finding.code} component="li" variant="body2" sx={{ py: 1.5 }}>
              <FindingText finding={finding} />
              {finding.code === "times_as_columns" ? (
                <ForEditors>
                  <Button
                    size="small"
                    variant="outlined"
                    sx={{ mt: 1, display: "flex" }}
                    component={Link}
                    to={unpivotPath(dataset.id, dataset.product_type)}
                  >
                    {text("check.unpivot")}
                  </Button>
                </ForEditors>
              ) : null}
              {finding.code === "names_in_line" ? (
                <ForEditors>
                  <TakeNamesButton line={Number(finding.values.line)} />
                </ForEditors>
              ) : null}
            </Typography>
          ))}
        </Section>
      ) : null}
      {flagged.length === 0 && aboutRows.length === 0 ? <Typography>{text("check.allFine")}</Typography> : null}
      {flagged.length > 0 ? <Section title={text("check.flagged")}>{flagged.map(line)}</Section> : null}
      {fine.length > 0 ? <Section title={text("check.fine")}>{fine.map(line)}</Section> : null}
    </Box>
  );
}

const STRUCTURE_TEXT_KEYS = {
  identifier: "check.together",
  recurring_set: "check.together",
  copies: "check.copies",
  consecutive: "check.consecutive",
} as const;

/** Says which rows belong together. */
function RowStructureNotice({ structure, labelOf }: { structure: RowStructure; labelOf(name: string): string }) {
  const text = useText(messages);
  const format = useFormat();
  const columns = structure.groupColumns.map(labelOf);
  const counts = { share: format.percent(structure.sharing), groups: format.number(structure.groups) };
  return (
    <Alert severity="info">
      {text(STRUCTURE_TEXT_KEYS[structure.kind], { columns, ...counts })}
      <QuickModelErrors errors={structure.errors ?? []} ofCopies={structure.kind === "copies"} labelOf={labelOf} />
    </Alert>
  );
}

/** Says that the rows, or their groups, are in order of a time, if columns depend on the order. */
function TimeOrderNotice({ order, ofGroups, labelOf }: { order: TimeOrder; ofGroups: boolean; labelOf(name: string): string }) {
  const text = useText(messages);
  const dependent = order.errors.filter(({ dependsOnOrder }) => dependsOnOrder);
  if (dependent.length === 0) return null;
  return (
    <Alert severity="info">
      {text(ofGroups ? "check.groupsInOrder" : "check.inOrder", { column: labelOf(order.timeColumn) })}
      <ErrorsInTime errors={dependent} labelOf={labelOf} />
    </Alert>
  );
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
      onClick={() => void update({ columns: names.map((name) => ({ name, hidden: true })) }, text("columns.hideDone", { name: names }))}
    >
      {text("check.leaveAll", { count: useless.length })}
    </Button>
  );
}

function ReadAsNumbersButton({ names }: { names: string[] }) {
  const text = useText(messages);
  const { update } = useDatasetUpdate();
  if (names.length < 2) return null;
  const done = text("columns.typeDone", { name: names, type: text("types.n") });
  return (
    <Button variant="outlined" onClick={() => void update({ columns: names.map((name) => ({ name, type: "n" })) }, done)}>
      {text("check.readAllAsNumbers", { count: names.length })}
    </Button>
  );
}

function TakeNamesButton({ line }: { line: number }) {
  const text = useText(fileMessages);
  const reparse = useReparseDataset(useDatasetUpdate().dataset.id);
  return (
    <Button size="small" variant="outlined" sx={{ mt: 1, display: "flex" }} onClick={() => void reparse({ skip_rows: line - 1 })}>
      {text("takeAsNames.namesInLine", { names: line })}
    </Button>
  );
}

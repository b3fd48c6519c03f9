import { type ColumnCheck, type ColumnType, type DataFinding, type TableColumn, typeToChoose } from "@agatha/contracts";
import { Box, Button, LinearProgress, Typography } from "@mui/material";
import { FindingText } from "../../../data-findings/finding-text.js";
import { sentenceGap } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { useDatasetUpdate } from "../dataset-update.js";
import { messages } from "../messages.js";
import { reportedFlags } from "./column-flags.js";

interface ColumnCheckItemProps {
  check: ColumnCheck;
  column: TableColumn;
  /** Findings about the column. */
  findings: readonly DataFinding[];
}

/** A column's score, its flags, its findings and the suggested actions. */
export function ColumnCheckItem({ check, column, findings }: ColumnCheckItemProps) {
  const text = useText(messages);
  const format = useFormat();
  const quality = format.number(Math.round(check.quality * 100));
  return (
    <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: "divider", display: "grid", gap: 0.5 }}>
      {/* The bar goes below a name that is too long to stand beside it. */}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
        <Typography sx={{ fontWeight: 600, flex: "1 1 auto", minWidth: 0, maxWidth: "100%" }}>{column.label}</Typography>
        <LinearProgress
          variant="determinate"
          value={check.quality * 100}
          color={check.quality < 0.5 ? "warning" : "primary"}
          aria-label={text("check.quality", { name: column.label, quality })}
          sx={{ width: 64, height: 6, borderRadius: 1, flexShrink: 0, ml: "auto" }}
        />
        <Typography variant="body2" sx={{ flexShrink: 0, minWidth: 72, textAlign: "right" }}>
          {text("check.score", { quality })}
        </Typography>
      </Box>
      {reportedFlags(check).map((flag) => (
        <Typography key={flag} variant="body2">
          {text(`check.flags.${flag}.what`)}
          {sentenceGap(text(`check.flags.${flag}.what`))}
          <Box component="span" sx={{ color: "text.secondary" }}>
            {text(`check.flags.${flag}.advice`)}
          </Box>
        </Typography>
      ))}
      {findings.map((finding) => (
        <Typography key={finding.code} variant="body2">
          <FindingText finding={finding} label={column.label} />
        </Typography>
      ))}
      <ForEditors>
        <SuggestedActions check={check} column={column} findings={findings} />
      </ForEditors>
    </Box>
  );
}

function SuggestedActions({ check, column: { name, hidden, type }, findings }: ColumnCheckItemProps) {
  const text = useText(messages);
  const { update } = useDatasetUpdate();
  const flags = reportedFlags(check);
  const setHidden = (wanted: boolean) =>
    void update({ columns: [{ name, hidden: wanted }] }, text(wanted ? "columns.hideDone" : "columns.showDone", { name }));
  const other = otherType(type, findings);
  const readAs = (chosen: ColumnType) =>
    void update({ columns: [{ name, type: chosen }] }, text("columns.typeDone", { name, type: text(`types.${chosen}`) }));
  if (hidden) {
    return (
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="body2" color="text.secondary">
          {text("check.leftOut")}
        </Typography>
        <Button size="small" aria-label={text("check.takeBackLabel", { name })} onClick={() => setHidden(false)}>
          {text("check.takeBack")}
        </Button>
      </Box>
    );
  }
  if (flags.length === 0 && findings.length === 0) return null;
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <Button size="small" variant="outlined" aria-label={text("check.leaveOutLabel", { name })} onClick={() => setHidden(true)}>
        {text("check.leaveOut")}
      </Button>
      {other === null ? null : (
        <Button
          size="small"
          aria-label={text("check.readAsLabel", { action: text(`check.readAs.${other}`), name })}
          onClick={() => readAs(other)}
        >
          {text(`check.readAs.${other}`)}
        </Button>
      )}
    </Box>
  );
}

/** Returns the type that the values of a column may have as well: times can be text, and text can be what most of its values look like. */
function otherType(type: ColumnType, findings: readonly DataFinding[]): ColumnType | null {
  if (type === "d") return "s";
  return findings.map(typeToChoose).find((found) => found !== undefined) ?? null;
}

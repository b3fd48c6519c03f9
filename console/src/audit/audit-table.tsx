import type { AuditAnswer, UserAnswer } from "@agatha/contracts/wire";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from "@mui/material";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { useRecordText } from "./use-record-text.js";

const COLUMNS = ["at", "user", "action", "target", "detail"] as const;

/** Targets that are accounts are shown by their names. */
export function AuditTable({ records, people }: { records: AuditAnswer["data"]; people: readonly UserAnswer[] }) {
  const text = useText(messages);
  const record = useRecordText();
  const format = useFormat();
  const names = new Map(people.map(({ id, username }) => [id, username]));
  return (
    <TableContainer>
      <Table size="small" aria-label={text("title")}>
        <TableHead>
          <TableRow>
            {COLUMNS.map((column) => (
              <TableCell key={column}>{text(`column.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map(({ id, at, username, user_id, action, target, detail }) => (
            <TableRow key={id} hover>
              <TableCell sx={{ whiteSpace: "nowrap" }}>{format.dateTime(at)}</TableCell>
              <TableCell>{username ?? (user_id || text("unknownUser"))}</TableCell>
              <TableCell sx={{ minWidth: 120 }}>{record.action(action)}</TableCell>
              <TableCell sx={{ overflowWrap: "anywhere", minWidth: 120 }}>{names.get(target) ?? target}</TableCell>
              <TableCell sx={{ overflowWrap: "anywhere", minWidth: 200 }}>{record.detail(detail)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

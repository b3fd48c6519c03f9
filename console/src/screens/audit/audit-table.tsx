import type { AuditAnswer } from "@agatha/contracts/wire";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { useRecordText } from "./use-record-text.js";

const COLUMNS = ["at", "user", "action", "target", "detail"] as const;

interface AuditTableProps {
  records: AuditAnswer["data"];
  /** Names of accounts, datasets and models by their ids. */
  names: ReadonlyMap<string, string>;
}

/**
 * Ids are shown as names if these are known. A deleted object has the name in its own records. An object without a name, such as an
 * automatic training, has that of its dataset.
 */
export function AuditTable({ records, names }: AuditTableProps) {
  const text = useText(messages);
  const record = useRecordText();
  const format = useFormat();
  const told = records.flatMap(({ target, detail: { name } }) => (typeof name === "string" ? [[target, name] as const] : []));
  const known = new Map([...told, ...names]);
  const nameOf = (id: string): string => known.get(id) ?? id;
  const objectOf = ({ target, detail: { dataset } }: AuditAnswer["data"][number]): string =>
    known.get(target) ?? (typeof dataset === "string" ? nameOf(dataset) : target);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text("title")}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {COLUMNS.map((column) => (
              <TableCell key={column}>{text(`column.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map((each) => (
            <TableRow key={each.id} hover>
              <TableCell sx={{ whiteSpace: "nowrap" }}>{format.dateTime(each.at)}</TableCell>
              <TableCell>{each.username ?? (each.user_id || text("unknownUser"))}</TableCell>
              <TableCell sx={{ minWidth: 160 }}>{record.action(each.action)}</TableCell>
              <TableCell title={each.target} sx={{ overflowWrap: "anywhere", minWidth: 200 }}>
                {objectOf(each)}
              </TableCell>
              <TableCell sx={{ overflowWrap: "anywhere", minWidth: 300 }}>{record.detail(each.detail, nameOf)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

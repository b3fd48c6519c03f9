import EditIcon from "@mui/icons-material/EditOutlined";
import { Box, IconButton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { LANGUAGE_CODES, LANGUAGES } from "../../i18n/languages.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import type { TextCell, TextRow } from "./text-rows.js";

export function TextTable({ rows, onEdit }: { rows: readonly TextRow[]; onEdit(row: TextRow): void }) {
  const text = useText(messages);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text("title")}>
      <Table size="small" sx={{ minWidth: 900, tableLayout: "fixed" }}>
        <TableHead>
          <TableRow>
            <TableCell>{text("key")}</TableCell>
            {LANGUAGE_CODES.map((code) => (
              <TableCell key={code}>{LANGUAGES[code].name}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key} hover>
              <TableCell component="th" scope="row" sx={{ overflowWrap: "anywhere", verticalAlign: "top" }}>
                <Box sx={{ display: "flex", alignItems: "flex-start", gap: 0.5 }}>
                  <IconButton size="small" aria-label={text("edit", { key: row.key })} onClick={() => onEdit(row)}>
                    <EditIcon fontSize="inherit" />
                  </IconButton>
                  {row.key}
                </Box>
              </TableCell>
              {LANGUAGE_CODES.map((code) => (
                <TableCell key={code} lang={LANGUAGES[code].tag} sx={{ overflowWrap: "anywhere", verticalAlign: "top" }}>
                  {row.cells[code] ? <CellText cell={row.cells[code]} /> : "–"}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function CellText({ cell }: { cell: TextCell }) {
  const text = useText(messages);
  const marks = [cell.changed ? text("changed") : null, cell.checked ? text("checked") : null].filter((mark) => mark !== null);
  return (
    <>
      {cell.text}
      {marks.length > 0 ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {marks.join(" · ")}
        </Typography>
      ) : null}
    </>
  );
}

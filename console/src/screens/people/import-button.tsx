import type { ImportedUser, UserAnswer } from "@agatha/contracts/wire";
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/services.js";
import { toCsv } from "../../charts/csv.js";
import { downloadFile } from "../../charts/download.js";
import { closeUnlessBeside } from "../../dialogs/close-unless-beside.js";
import { Failure } from "../../feedback/failure.js";
import { FileButton } from "../../file-upload/file-button.js";
import { useFormat } from "../../i18n/use-format.js";
import { useLanguage } from "../../i18n/use-language.js";
import { useText } from "../../i18n/use-text.js";
import { ImportProblems } from "./import-problems.js";
import { IMPORT_TEMPLATE } from "./import-template.js";
import { messages } from "./messages.js";
import { useRefreshPeople } from "./use-change-person.js";

/** Makes the accounts of a file, after they were shown. */
export function ImportButton() {
  const text = useText(messages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text("import.action")}
      </Button>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const text = useText(messages);
  const api = useApi();
  const format = useFormat();
  const refresh = useRefreshPeople();
  const reading = useMutation({ mutationFn: (file: File) => api.previewImport(file, file.name) });
  const making = useMutation({
    mutationFn: (file: File) => api.importUsers(file, file.name),
    onSettled: refresh,
  });
  const file = reading.variables;
  const choose = (files: FileList | null) => {
    const chosen = files?.[0];
    making.reset();
    if (chosen) reading.mutate(chosen);
  };
  if (making.data) return <ImportedAccounts accounts={making.data} onClose={onClose} />;
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth="md" fullWidth aria-labelledby="import-title">
      <DialogTitle id="import-title">{text("import.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)", justifyItems: "start" }}>
        <DialogContentText>{text("import.hint")}</DialogContentText>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <FileButton label={text("import.choose")} variant="outlined" onFiles={choose} />
          <Button onClick={() => downloadFile("accounts.csv", new Blob([IMPORT_TEMPLATE], { type: "text/csv" }))}>
            {text("import.template")}
          </Button>
        </Box>
        {(reading.error ?? making.error) ? <ImportProblems error={reading.error ?? making.error} /> : null}
        {reading.data && file ? (
          <>
            <Typography role="status">
              {text("import.preview", { count: reading.data.length, shown: format.number(reading.data.length), file: file.name })}
            </Typography>
            <ImportPreview users={reading.data} />
          </>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text("cancel")}</Button>
        {reading.data && file ? (
          <Button variant="contained" loading={making.isPending} onClick={() => making.mutate(file)}>
            {text("import.run")}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}

/** Says what was made, and makes the links by which the accounts' holders set their passwords. */
function ImportedAccounts({ accounts, onClose }: { accounts: readonly UserAnswer[]; onClose: () => void }) {
  const text = useText(messages);
  const api = useApi();
  const format = useFormat();
  const language = useLanguage();
  const linking = useMutation({
    mutationFn: async () => {
      const rows: [string, string][] = [];
      for (const { id, username } of accounts) rows.push([username, (await api.resetLink(id, language)).link]);
      downloadFile("links.csv", new Blob([toCsv({ columns: ["username", "link"], rows })], { type: "text/csv" }));
    },
  });
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth="md" fullWidth aria-labelledby="import-title">
      <DialogTitle id="import-title">{text("import.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Alert severity="success" role="status">
          {text("import.done", { count: accounts.length, shown: format.number(accounts.length) })}
        </Alert>
        <DialogContentText>{text("link.hint")}</DialogContentText>
        {linking.error ? <Failure error={linking.error} title={text("saveFailed")} /> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text("import.close")}</Button>
        <Button variant="contained" loading={linking.isPending} onClick={() => linking.mutate()}>
          {text("import.links")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Returns a value as files have it: yes or no, and days without their time. */
function cellText(value: ImportedUser[keyof ImportedUser]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value ?? "").replace(/T00:00:00Z$/, "");
}

/** The accounts with the columns that the file has. */
function ImportPreview({ users }: { users: readonly ImportedUser[] }) {
  const columns = [...new Set(users.flatMap((user) => Object.keys(user)))].sort(
    (a, b) => Number(b === "username") - Number(a === "username"),
  );
  return (
    <TableContainer sx={{ maxHeight: 320 }} tabIndex={0}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column}>{column}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.username}>
              {columns.map((column) => (
                <TableCell key={column}>{cellText(user[column as keyof ImportedUser])}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

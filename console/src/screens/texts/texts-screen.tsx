import { Alert, AlertTitle, Box, Button, MenuItem, Paper, TextField } from "@mui/material";
import { useMemo, useState } from "react";
import { ALL_MESSAGES } from "../../all-messages.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { downloadFile } from "../../charts/download.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "../../i18n/languages.js";
import { useText } from "../../i18n/use-text.js";
import { ManagementPage } from "../../layout/management-page.js";
import { ListPagination } from "../../lists/list-pagination.js";
import { messages } from "./messages.js";
import { TextDialog } from "./text-dialog.js";
import { allTexts, changedTexts, matches, TEXT_STATES, type TextFilter, type TextRow, type TextState, textRows } from "./text-rows.js";
import { TextTable } from "./text-table.js";

const NO_FILTER: TextFilter = { language: "ja", state: "all", folder: "", search: "" };

/** All texts of the console, four languages side by side. */
export default function TextsScreen() {
  const text = useText(messages);
  const api = useApi();
  const { data, error, isPending, refetch } = useApiQuery(QUERY_KEYS.textEdits, (signal) => api.textEdits(signal));
  const rows = useMemo(() => (data ? textRows(ALL_MESSAGES, data) : []), [data]);
  return (
    <ManagementPage title={text("title")} hint={text("hint")} actions={data ? <ExportButtons rows={rows} /> : null}>
      {data?.file_problem ? (
        <Alert severity="warning">
          <AlertTitle>{text("fileProblem")}</AlertTitle>
          <span lang="en">{data.file_problem}</span>
        </Alert>
      ) : null}
      {isPending ? <Loading /> : null}
      {error ? <Failure error={error} title={text("failed")} onRetry={() => void refetch()} /> : null}
      {data ? <TextList rows={rows} /> : null}
    </ManagementPage>
  );
}

function TextList({ rows }: { rows: readonly TextRow[] }) {
  const text = useText(messages);
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(25);
  const [edited, setEdited] = useState<TextRow | null>(null);
  const found = useMemo(() => rows.filter((row) => matches(row, filter)), [rows, filter]);
  const change = (changes: Partial<TextFilter>) => {
    setFilter({ ...filter, ...changes });
    setPage(1);
  };
  return (
    <>
      <FilterFields filter={filter} onChange={change} />
      {found.length === 0 ? <EmptyState title={text("none")} hint={text("noneHint")} /> : null}
      {found.length > 0 ? (
        <Paper>
          <TextTable rows={found.slice((page - 1) * perPage, page * perPage)} onEdit={setEdited} />
          <ListPagination
            page={page}
            perPage={perPage}
            total={found.length}
            pageSizes={[25, 100, 500]}
            onPage={setPage}
            onPerPage={(size) => {
              setPerPage(size);
              setPage(1);
            }}
          />
        </Paper>
      ) : null}
      {edited ? <TextDialog key={edited.key} row={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

function FilterFields({ filter, onChange }: { filter: TextFilter; onChange(changes: Partial<TextFilter>): void }) {
  const text = useText(messages);
  const folders = ALL_MESSAGES.map(({ namespace }) => namespace).sort();
  return (
    <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap" }}>
      <TextField type="search" label={text("search")} value={filter.search} onChange={({ target }) => onChange({ search: target.value })} />
      <TextField
        select
        label={text("folder")}
        value={filter.folder}
        onChange={({ target }) => onChange({ folder: target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ minWidth: 160 }}
      >
        <MenuItem value="">{text("allFolders")}</MenuItem>
        {folders.map((folder) => (
          <MenuItem key={folder} value={folder}>
            {folder}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={text("state")}
        value={filter.state}
        onChange={({ target }) => onChange({ state: target.value as TextState })}
        sx={{ minWidth: 160 }}
      >
        {TEXT_STATES.map((state) => (
          <MenuItem key={state} value={state}>
            {text(`states.${state}`)}
          </MenuItem>
        ))}
      </TextField>
      {filter.state === "all" ? null : (
        <TextField
          select
          label={text("language")}
          value={filter.language}
          onChange={({ target }) => onChange({ language: target.value as Language })}
          sx={{ minWidth: 140 }}
        >
          {LANGUAGE_CODES.map((code) => (
            <MenuItem key={code} value={code}>
              {LANGUAGES[code].name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  );
}

/** The changes are a file that a deployment can mount; all texts are one for translators. */
function ExportButtons({ rows }: { rows: readonly TextRow[] }) {
  const text = useText(messages);
  const save = (name: string, texts: object) =>
    downloadFile(name, new Blob([JSON.stringify(texts, null, 2)], { type: "application/json" }));
  return (
    <>
      <Button variant="outlined" onClick={() => save("texts.json", changedTexts(rows))}>
        {text("exportChanges")}
      </Button>
      <Button variant="outlined" onClick={() => save("all-texts.json", allTexts(rows))}>
        {text("exportAll")}
      </Button>
    </>
  );
}

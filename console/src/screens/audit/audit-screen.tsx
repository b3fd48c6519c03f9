import type { AuditQueryInput } from "@agatha/contracts/client/request-types";
import type { UserAnswer } from "@agatha/contracts/wire";
import { Box, Button, MenuItem, Paper, TextField } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useDebouncedValue } from "../../api/use-debounced-value.js";
import { downloadFile } from "../../charts/download.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { LAST_DAY } from "../../fields/entered-time.js";
import { useText } from "../../i18n/use-text.js";
import { ManagementPage } from "../../layout/management-page.js";
import { ListPagination } from "../../lists/list-pagination.js";
import { ActionFilter } from "./action-filter.js";
import { type AuditFilters, auditQueryOf, NO_FILTERS } from "./audit-query.js";
import { AuditTable } from "./audit-table.js";
import { messages } from "./messages.js";

const DEBOUNCE_MS = 300;

/** Who did what when, filtered by account, action and time. */
export default function AuditScreen() {
  const text = useText(messages);
  const api = useApi();
  const [filters, setFilters] = useState<AuditFilters>(NO_FILTERS);
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(50);
  const settled = useDebouncedValue(filters, DEBOUNCE_MS);
  const wanted: AuditQueryInput = { ...auditQueryOf(settled), start: (page - 1) * limit, limit };
  const found = useApiQuery([...QUERY_KEYS.audit, wanted], (signal) => api.audit(wanted, signal), { keepPreviousAnswer: true });
  const people = useApiQuery([...QUERY_KEYS.users, "all"], (signal) => api.users(signal)).data ?? [];
  const datasets = useApiQuery(["datasets", "names"], () => api.datasets()).data ?? [];
  const models = useApiQuery(["models", "names"], (signal) => api.managedModels(signal)).data ?? [];
  const names = new Map([
    ...people.map(({ id, username }) => [id, username] as const),
    ...[...datasets, ...models].map(({ id, title }) => [id, title] as const),
  ]);
  const change = (changes: Partial<AuditFilters>) => {
    setFilters({ ...filters, ...changes });
    setPage(1);
  };
  return (
    <ManagementPage title={text("title")} hint={text("hint")}>
      <FilterFields filters={filters} people={people} onChange={change} />
      <Downloads filters={filters} />
      {found.isPending ? <Loading /> : null}
      {found.error ? <Failure error={found.error} title={text("failed")} onRetry={() => void found.refetch()} /> : null}
      {found.data?.total === 0 ? <EmptyState title={text("none")} hint={text("noneHint")} /> : null}
      {found.data && found.data.total > 0 ? (
        <Paper>
          <AuditTable records={found.data.data} names={names} />
          <ListPagination
            page={page}
            perPage={limit}
            total={found.data.total}
            pageSizes={[50, 200, 1000]}
            onPage={setPage}
            onPerPage={(perPage) => {
              setLimit(perPage);
              setPage(1);
            }}
          />
        </Paper>
      ) : null}
    </ManagementPage>
  );
}

const EVERYBODY = "";

interface FilterFieldsProps {
  filters: AuditFilters;
  people: readonly UserAnswer[];
  onChange(changes: Partial<AuditFilters>): void;
}

function FilterFields({ filters, people, onChange }: FilterFieldsProps) {
  const text = useText(messages);
  const shrink = { inputLabel: { shrink: true } };
  const day = { ...shrink, htmlInput: { max: LAST_DAY } };
  return (
    <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", alignItems: "start" }}>
      <TextField
        select
        label={text("user")}
        value={filters.user}
        onChange={(event) => onChange({ user: event.target.value })}
        slotProps={{ select: { displayEmpty: true }, ...shrink }}
        sx={{ minWidth: 180 }}
      >
        <MenuItem value={EVERYBODY}>{text("everybody")}</MenuItem>
        {people.map(({ id, username }) => (
          <MenuItem key={id} value={id}>
            {username}
          </MenuItem>
        ))}
      </TextField>
      <ActionFilter action={filters.action} onAction={(action) => onChange({ action })} />
      <TextField
        type="date"
        label={text("since")}
        value={filters.since}
        slotProps={day}
        onChange={(event) => onChange({ since: event.target.value })}
      />
      <TextField
        type="date"
        label={text("until")}
        value={filters.until}
        slotProps={day}
        onChange={(event) => onChange({ until: event.target.value })}
      />
    </Box>
  );
}

const FILES = { csv: { name: "audit.csv.gz", label: "exportCsv" }, json: { name: "audit.json", label: "exportJson" } } as const;
const FORMATS = ["csv", "json"] as const;

/** Downloads of all records that match. */
function Downloads({ filters }: { filters: AuditFilters }) {
  const text = useText(messages);
  const api = useApi();
  const loading = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const response = await api.downloadAudit({ ...auditQueryOf(filters), format });
      downloadFile(FILES[format].name, await response.blob());
    },
  });
  return (
    <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
      {FORMATS.map((format) => (
        <Button key={format} variant="outlined" onClick={() => loading.mutate(format)} aria-busy={loading.isPending}>
          {text(FILES[format].label)}
        </Button>
      ))}
      {loading.error ? <Failure error={loading.error} title={text("exportFailed")} /> : null}
    </Box>
  );
}

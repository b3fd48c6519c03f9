import { FILTER_TEXT_LENGTH } from "@agatha/contracts/kinds/limits";
import type { UserAnswer } from "@agatha/contracts/wire";
import { Box, Button, MenuItem, Paper, TextField } from "@mui/material";
import { type ListControllerSuccessResult, useListController } from "react-admin";
import { Link } from "react-router-dom";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { ManagementPage } from "../../layout/management-page.js";
import { ListPagination } from "../../lists/list-pagination.js";
import { ImportButton } from "./import-button.js";
import { messages } from "./messages.js";
import { PeopleTable } from "./people-table.js";

const STATES = { all: {}, active: { is_active: true }, disabled: { is_active: false } } as const;
type State = keyof typeof STATES;

/** All accounts, by name, to search, to filter and to open. */
export default function PeopleScreen() {
  const text = useText(messages);
  const list = useListController<UserAnswer>({
    resource: "users",
    sort: { field: "username", order: "ASC" },
    perPage: 25,
    disableSyncWithLocation: true,
    storeKey: "users.list",
    debounce: 300,
  });
  const { filterValues, setFilters } = list;
  const people = list.data;
  const state: State = filterValues.is_active === undefined ? "all" : filterValues.is_active ? "active" : "disabled";
  const change = (changes: object) => setFilters({ ...filterValues, ...changes });
  return (
    <ManagementPage
      title={text("title")}
      hint={text("hint")}
      actions={
        <>
          <ImportButton />
          <Button variant="contained" component={Link} to="/management/people/new">
            {text("create")}
          </Button>
        </>
      }
    >
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap" }}>
        <TextField
          label={text("search")}
          type="search"
          slotProps={{ htmlInput: { maxLength: FILTER_TEXT_LENGTH } }}
          value={filterValues.q ?? ""}
          onChange={(event) => change({ q: event.target.value })}
        />
        <ChoiceField
          label={text("role.label")}
          value={filterValues.auth ?? "all"}
          choices={[
            ["all", text("state.all")],
            ["manager", text("role.manager")],
            ["normal", text("role.normal")],
          ]}
          onChange={(auth) => change({ auth: auth === "all" ? undefined : auth })}
        />
        <ChoiceField
          label={text("state.label")}
          value={state}
          choices={(Object.keys(STATES) as State[]).map((each) => [each, text(`state.${each}`)])}
          onChange={(each) => setFilters({ q: filterValues.q, auth: filterValues.auth, ...STATES[each as State] })}
        />
      </Box>
      {list.isPending ? <Loading /> : null}
      {list.error ? <Failure error={list.error} title={text("failed")} onRetry={() => void list.refetch()} /> : null}
      {people?.length === 0 ? <EmptyState title={text("noMatch")} hint={text("noMatchHint")} /> : null}
      {people && people.length > 0 ? (
        <Paper>
          <PeopleTable list={list as ListControllerSuccessResult<UserAnswer>} people={people} />
          <ListPagination
            page={list.page}
            perPage={list.perPage}
            total={list.total ?? people.length}
            pageSizes={[25, 100]}
            onPage={list.setPage}
            onPerPage={list.setPerPage}
          />
        </Paper>
      ) : null}
    </ManagementPage>
  );
}

interface ChoiceFieldProps {
  label: string;
  value: string;
  choices: (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

function ChoiceField({ label, value, choices, onChange }: ChoiceFieldProps) {
  return (
    <TextField select label={label} value={value} onChange={(event) => onChange(event.target.value)} sx={{ minWidth: 140 }}>
      {choices.map(([each, name]) => (
        <MenuItem key={each} value={each}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

import type { UserAnswer } from "@agatha/contracts/wire";
import {
  Box,
  Chip,
  Link as MuiLink,
  Switch,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
} from "@mui/material";
import type { ListControllerSuccessResult } from "react-admin";
import { Link } from "react-router-dom";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { EnablingModeField } from "./enabling-mode-field.js";
import { messages } from "./messages.js";
import { useChangePerson } from "./use-change-person.js";

/** Columns with the field that they are sorted by. */
const COLUMNS = [
  ["username", "column.username"],
  ["email", "column.email"],
  ["auth", "role.label"],
  ["due_date", "column.contract"],
  ["model_current", "column.models"],
  ["product_all_current", "column.apis"],
  ["api_enable_mode", "column.mode"],
  ["is_active", "column.active"],
] as const;
const NUMERIC: readonly string[] = ["model_current", "product_all_current"];

export function PeopleTable({ list, people }: { list: ListControllerSuccessResult<UserAnswer>; people: readonly UserAnswer[] }) {
  const text = useText(messages);
  const { sort, setSort } = list;
  const order = sort.order === "ASC" ? "asc" : "desc";
  return (
    <TableContainer>
      <Table size="small" aria-label={text("title")}>
        <TableHead>
          <TableRow>
            {COLUMNS.map(([field, label]) => {
              const active = sort.field === field;
              return (
                <TableCell key={field} align={NUMERIC.includes(field) ? "right" : "left"} sortDirection={active ? order : false}>
                  <TableSortLabel
                    active={active}
                    direction={active ? order : "asc"}
                    onClick={() => setSort({ field, order: active && sort.order === "ASC" ? "DESC" : "ASC" })}
                  >
                    {text(label)}
                  </TableSortLabel>
                </TableCell>
              );
            })}
          </TableRow>
        </TableHead>
        <TableBody>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function PersonRow({ person }: { person: UserAnswer }) {
  const text = useText(messages);
  const format = useFormat();
  const self = useSessionUser().id === person.id;
  const changing = useChangePerson(person.id);
  const { username, contract_stage: stage, due_date } = person;
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ minWidth: 160 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.5 }}>
          <MuiLink component={Link} to={`/management/people/${person.id}`}>
            {username}
          </MuiLink>
          <PasswordChip person={person} />
        </Box>
      </TableCell>
      <TableCell>{person.email ?? "–"}</TableCell>
      <TableCell sx={{ whiteSpace: "nowrap" }}>{text(`role.${person.auth}`)}</TableCell>
      <TableCell sx={{ whiteSpace: "nowrap" }}>
        {due_date === null ? text(`stage.${stage}`) : `${text(`stage.${stage}`)} · ${format.date(due_date)}`}
      </TableCell>
      <TableCell align="right">{format.number(person.model_current)}</TableCell>
      <TableCell align="right">{format.number(person.product_all_current)}</TableCell>
      <TableCell>
        <EnablingModeField person={person} />
      </TableCell>
      <TableCell>
        <Switch
          checked={person.is_active}
          disabled={self || changing.isPending}
          onChange={(_event, is_active) => changing.mutate({ is_active })}
          slotProps={{ input: { role: "switch", "aria-label": text("enableOf", { name: username }) } }}
        />
      </TableCell>
    </TableRow>
  );
}

/** Marks an account whose holder waits for a link, or has never had a password. */
function PasswordChip({ person }: { person: UserAnswer }) {
  const text = useText(messages);
  if (person.reset_requested_at !== null) return <Chip size="small" color="warning" label={text("state.waiting")} />;
  return person.needs_password ? <Chip size="small" label={text("state.noPassword")} /> : null;
}

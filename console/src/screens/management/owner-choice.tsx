import { Autocomplete, createFilterOptions, TextField } from "@mui/material";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";

interface Owner {
  id: string | undefined;
  label: string;
}

/** A longer list takes long to open. Who is not in it is found by name. */
const MOST_SHOWN = 100;
const firstMatches = createFilterOptions<Owner>({ limit: MOST_SHOWN });

interface OwnerChoiceProps {
  owner: string | undefined;
  onChange(owner: string | undefined): void;
}

/** Whose models are shown: everybody's, one's own, or those of another account, which is found by its name. */
export function OwnerChoice({ owner, onChange }: OwnerChoiceProps) {
  const text = useText(messages);
  const api = useApi();
  const { id } = useSessionUser();
  const people = useApiQuery([...QUERY_KEYS.users, "all"], (signal) => api.users(signal)).data ?? [];
  const everybody: Owner = { id: undefined, label: text("everybody") };
  const others = people.filter((person) => person.id !== id).map((person): Owner => ({ id: person.id, label: person.username }));
  const choices = [everybody, { id, label: text("own") }, ...others];
  const value = useSameWhileEqual(choices.find((choice) => choice.id === owner) ?? everybody);
  return (
    <Autocomplete
      options={choices}
      filterOptions={firstMatches}
      value={value}
      isOptionEqualToValue={(choice, value) => choice.id === value.id}
      getOptionKey={(choice) => choice.id ?? ""}
      disableClearable
      autoHighlight
      size="small"
      onChange={(_event, chosen) => onChange(chosen.id)}
      sx={{ width: 220, maxWidth: "100%" }}
      renderInput={(params) => <TextField {...params} label={text("owner")} />}
    />
  );
}

import type { AccountSettings, UserAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Link, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { Link as RouterLink, useLocation, useNavigate, useParams } from "react-router-dom";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { AccessSection } from "./access-section.js";
import { DeleteSection } from "./delete-section.js";
import { messages } from "./messages.js";
import { changedSettings, draftOf, NEW_PERSON, type PersonDraft } from "./person-draft.js";
import { PersonForm } from "./person-form.js";
import { useRefreshPeople } from "./use-change-person.js";

/** A new account, or what there is of one. */
export default function PersonScreen() {
  const text = useText(messages);
  const { id = "new" } = useParams();
  return (
    <Box sx={{ maxWidth: 960, mx: "auto", p: { xs: 1.5, md: 3 }, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Link component={RouterLink} to="/management/people" sx={{ justifySelf: "start" }}>
        {text("back")}
      </Link>
      {id === "new" ? <NewPerson /> : <ExistingPerson id={id} />}
    </Box>
  );
}

function NewPerson() {
  const text = useText(messages);
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefreshPeople();
  const making = useMutation({
    mutationFn: ({ username, draft }: { username: string; draft: PersonDraft }) =>
      api.createUser({ username, ...changedSettings(NEW_PERSON, draft) }),
    onSuccess: async ({ id }) => {
      await refresh();
      void navigate(`/management/people/${id}`, { replace: true, state: { isNew: true } });
    },
  });
  return (
    <>
      <Typography variant="h1">{text("create")}</Typography>
      <PersonForm present={NEW_PERSON} sending={making} onSubmit={(draft, username = "") => making.mutate({ username, draft })} isNew />
    </>
  );
}

function ExistingPerson({ id }: { id: string }) {
  const text = useText(messages);
  const api = useApi();
  const people = useApiQuery([...QUERY_KEYS.users, "all"], (signal) => api.users(signal));
  const person = people.data?.find((each) => each.id === id);
  if (people.error && !people.data) return <Failure error={people.error} title={text("failed")} onRetry={() => void people.refetch()} />;
  if (people.isPending) return <Loading rows={8} />;
  if (!person) return <Typography variant="h1">{text("noMatch")}</Typography>;
  return <Person person={person} />;
}

function Person({ person }: { person: UserAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefreshPeople();
  const isSelf = useSessionUser().id === person.id;
  const present = draftOf(person);
  const saving = useMutation({
    mutationFn: (settings: AccountSettings) => api.changeUser(person.id, settings),
    onSuccess: () => notify(text("saved"), { type: "info" }),
    onSettled: refresh,
  });
  return (
    <>
      <Typography variant="h1" sx={{ overflowWrap: "anywhere" }}>
        {person.username}
      </Typography>
      {(useLocation().state as { isNew?: boolean } | null)?.isNew ? (
        <Alert severity="success" role="status">
          {text("created", { name: person.username })}
        </Alert>
      ) : null}
      <AccessSection person={person} />
      <PersonForm present={present} sending={saving} onSubmit={(draft) => saving.mutate(changedSettings(present, draft))} isSelf={isSelf} />
      {isSelf ? null : <DeleteSection person={person} />}
    </>
  );
}

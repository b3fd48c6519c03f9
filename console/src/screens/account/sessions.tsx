import type { SessionAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Chip, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Bowser from "bowser";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useFormat } from "../../i18n/use-format.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { Section } from "./section.js";

/** One's own sessions. Each but the current one can be ended. */
export function Sessions() {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const api = useApi();
  const queryClient = useQueryClient();
  const sessions = useApiQuery(QUERY_KEYS.sessions, (signal) => api.sessions(signal));
  const ending = useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? api.endOtherSessions() : api.endSession(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.sessions }),
  });
  if (sessions.error) return <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <Loading />;
  return (
    <Section title={text("sessions.title")}>
      {ending.error ? <Alert severity="error">{errorText(ending.error).sentence}</Alert> : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, width: "100%" }}>
        {sessions.data.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
        ))}
      </Box>
      {sessions.data.length > 1 ? (
        <Button variant="outlined" aria-busy={ending.isPending} onClick={() => ending.mutate(undefined)}>
          {text("sessions.endOthers")}
        </Button>
      ) : null}
    </Section>
  );
}

function SessionItem({ session, onEnd }: { session: SessionAnswer; onEnd: () => void }) {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  const program = session.user_agent ? joined(programName(session.user_agent)) : text("sessions.unknown");
  return (
    <Box
      component="li"
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 1, borderBottom: 1, borderColor: "divider" }}
    >
      <Box sx={{ flex: "1 1 0", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{[program, session.address].filter(Boolean).join(" · ")}</Typography>
        <Typography variant="body2" color="text.secondary">
          {text("sessions.times", { used: format.dateTime(session.last_used_at), begun: format.dateTime(session.created_at) })}
        </Typography>
      </Box>
      {session.current ? (
        <Chip size="small" color="primary" label={text("sessions.current")} />
      ) : (
        <Button size="small" aria-label={text("sessions.endOf", { program })} onClick={onEnd}>
          {text("sessions.end")}
        </Button>
      )}
    </Box>
  );
}

/** Returns the browser and the system of a User-Agent header, such as Firefox and Linux, or the program's own name. */
function programName(userAgent: string): string[] {
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].flatMap((name) => name || []);
  return known.length > 0 ? known : [userAgent.split(/[/ ]/)[0] ?? userAgent];
}

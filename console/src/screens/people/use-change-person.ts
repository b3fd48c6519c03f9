import type { AccountSettings, UserAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns a function that fetches the accounts anew wherever they are shown. */
export function useRefreshPeople(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all([QUERY_KEYS.users, QUERY_KEYS.user].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Changes an account and reports it, or shows in a dialog why the change failed. */
export function useChangePerson(id: string, send?: (settings: AccountSettings) => Promise<UserAnswer>) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showError = useErrorDialog();
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: send ?? ((settings: AccountSettings) => api.changeUser(id, settings)),
    onSuccess: () => notify(text("saved"), { type: "info" }),
    onError: (error) => showError(text("saveFailed"), error),
    onSettled: refresh,
  });
}

import type { ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

export interface ApiEnablement {
  models: readonly ModelAnswer[];
  enabled: boolean;
}

/** Returns a function that enables or disables the APIs of models and fetches every list that shows them again. */
export function useApiEnablement(onDone?: () => void) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const errorText = useErrorMessage();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ models, enabled }: ApiEnablement) =>
      api.enableApis({ api_update_list: models.map(({ id }) => ({ model_id: id, api_enabled: enabled })) }),
    onSuccess: () => {
      notify(text("updated"), { type: "info" });
      onDone?.();
    },
    onError: (error) => {
      const { sentence, details } = errorText(error);
      showDialog({ status: "error", title: text("updateFailed"), text: sentence, details });
    },
    onSettled: () => Promise.all([["models"], ["dataset"], QUERY_KEYS.user].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

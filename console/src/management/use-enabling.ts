import type { ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorText } from "../errors/use-error-text.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

export interface Enabling {
  models: readonly ModelAnswer[];
  enabled: boolean;
}

/** Switches the APIs of models on or off, and has every list that shows them asked for again. */
export function useEnabling(onDone?: () => void) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const tell = useDialog();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ models, enabled }: Enabling) =>
      api.enableApis({ api_update_list: models.map(({ id }) => ({ model_id: id, api_enabled: enabled })) }),
    onSuccess: () => {
      notify(text("updated"), { type: "info" });
      onDone?.();
    },
    onError: (error) => {
      const { sentence, details } = errorText(error);
      tell({ status: "error", title: text("updateFailed"), text: sentence, details });
    },
    onSettled: () => Promise.all([["models"], ["dataset"], KEYS.user].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

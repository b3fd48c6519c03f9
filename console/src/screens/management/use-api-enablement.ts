import { ApiError } from "@agatha/contracts/client";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useDialog } from "../../dialogs/dialogs.js";
import { useErrorCodeMessage } from "../../errors/use-error-code-message.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

export interface ApiEnablement {
  models: readonly ModelAnswer[];
  enabled: boolean;
  /** Whether the models that can be changed are changed if others cannot. */
  partial?: boolean;
}

/** Place of a model in the list of a request. */
const PLACE = /^api_update_list\[(\d+)\]/;

/**
 * Returns a function that enables or disables the APIs of models and fetches every list that shows them again. A change of several
 * models that is refused names each model that stands against it, and can be repeated for the others.
 */
export function useApiEnablement(onDone?: () => void) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const errorText = useErrorMessage();
  const messageOf = useErrorCodeMessage();
  const queryClient = useQueryClient();
  const enabling = useMutation({
    mutationFn: ({ models, enabled, partial = false }: ApiEnablement) =>
      api.enableApis({ api_update_list: models.map(({ id }) => ({ model_id: id, api_enabled: enabled })), partial }),
    onSuccess: ({ data, refused }, { models }) => {
      onDone?.();
      if (refused.length === 0) return notify(text("updated"), { type: "info" });
      const titles = new Map(models.map(({ id, title }) => [id, title]));
      const details = refused.map(({ model_id, tukey_error }) => `${titles.get(model_id)}: ${messageOf(tukey_error)}`);
      showDialog({ status: "error", title: text("updateFailed"), text: text("partlyUpdated", { count: data.length }), details });
    },
    onError: (error, change) => {
      const { sentence, details } = errorText(error);
      const named = refusedModels(error, change.models, messageOf);
      const title = text("updateFailed");
      if (change.models.length < 2 || named.length === 0) return showDialog({ status: "error", title, text: sentence, details });
      showDialog({
        status: "warning",
        title,
        text: text("noneChanged"),
        details: named,
        action: text("changeOthers"),
        onAction: () => enabling.mutate({ ...change, partial: true }),
      });
    },
    onSettled: () => Promise.all([["models"], ["dataset"], QUERY_KEYS.user].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return enabling;
}

/** Returns each model that stands against the change, with the reason. */
function refusedModels(error: unknown, models: readonly ModelAnswer[], messageOf: ReturnType<typeof useErrorCodeMessage>): string[] {
  if (!(error instanceof ApiError)) return [];
  return error.detail.flatMap(({ path, message, tukey_error }) => {
    const model = models[Number(PLACE.exec(path)?.[1] ?? Number.NaN)];
    return model ? [`${model.title}: ${messageOf(tukey_error ?? null) ?? message}`] : [];
  });
}

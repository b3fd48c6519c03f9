import type { CloneRequest, ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useErrorDialog } from "../dialogs/use-error-dialog.js";
import { useLanguage } from "../i18n/use-language.js";
import { useText } from "../i18n/use-text.js";
import { modelPath } from "../routing/paths.js";
import { messages } from "./messages.js";

/** Trains the model's recipe again, on its own dataset or on another, and opens the new model. */
export function useCloneModel(model: ModelAnswer) {
  const text = useText(messages);
  const language = useLanguage();
  const api = useApi();
  const notify = useNotify();
  const navigate = useNavigate();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: CloneRequest) => api.cloneModel(model.dataset_id, model.id, { language, ...request }),
    onSuccess: async ({ id }, { dataset_id = model.dataset_id }) => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(dataset_id) });
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runningWork });
      notify(text("create.started"), { type: "info" });
      void navigate(modelPath(dataset_id, id, dataset_id === model.dataset_id ? model.dataset_product_type : undefined));
    },
    onError: (error) => showError(text("create.refused"), error),
  });
}

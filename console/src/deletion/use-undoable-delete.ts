import type { TrashItem } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAddUndoableMutation, useDataProvider, useNotify } from "react-admin";
import { useApi } from "../api/services.js";
import { NOTIFICATION_DURATION } from "../notifications/duration.js";
import type { FailedOperation } from "../notifications/messages.js";
import { tellOtherTabs } from "../notifications/other-tabs.js";
import { type DeletableResource, staleAfterDeletion, useUndoableDeletes } from "../notifications/undoable-deletes.js";
import { useFailureText } from "../notifications/use-failure-text.js";
import { restoreDeleted } from "./restore-deleted.js";

const KINDS = {
  datasets: "dataset",
  models: "model",
  extraction_templates: "extraction_template",
  automodels: "automodel",
  evaluations: "evaluation",
} as const satisfies Record<DeletableResource, TrashItem["kind"]>;

const DELETE_OPERATIONS: Record<DeletableResource, FailedOperation> = {
  datasets: "deleteDataset",
  models: "deleteModel",
  extraction_templates: "deleteTemplate",
  automodels: "deleteTraining",
  evaluations: "deleteComparison",
};

/** Returns a function that shows an item again which was restored from the trash. */
export function useUnhide(): (item: Pick<TrashItem, "kind" | "id">) => void {
  const { showRestored } = useUndoableDeletes();
  return ({ kind, id }) => {
    for (const resource of Object.keys(KINDS) as DeletableResource[]) if (KINDS[resource] === kind) showRestored(resource, id);
  };
}

interface Deletion {
  id: string;
  /** The dataset that the resource belongs to; null for datasets and templates. */
  datasetId: string | null;
  message: string;
  /** Models that the server deletes with it. */
  models?: readonly string[];
}

/** Deletes a resource at once. While the notification is visible, "Recovery" or Ctrl+Z restores it; the trash does so for a day. */
export function useUndoableDelete(resource: DeletableResource): (deletion: Deletion) => void {
  const { hide, unhide } = useUndoableDeletes();
  const api = useApi();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const addUndoable = useAddUndoableMutation();
  const notify = useNotify();
  const failureText = useFailureText();
  return useCallback(
    ({ id, datasetId, message, models = [] }) => {
      const refetchLists = () => {
        const stale = staleAfterDeletion(resource);
        tellOtherTabs(stale);
        return Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      };
      const show = () => {
        unhide(resource, [id]);
        unhide("models", models);
      };
      const deleteOnServer = async () => {
        await dataProvider.delete(resource, { id });
        await refetchLists();
      };
      const restoreOnServer = async () => {
        await restoreDeleted(api, { kind: KINDS[resource], id, dataset_id: datasetId });
        await refetchLists();
        show();
      };
      const tellError = (operation: FailedOperation) => (error: unknown) => void notify(failureText(operation, error), { type: "error" });
      hide(resource, [id]);
      hide("models", models);
      const deletion = deleteOnServer();
      deletion.catch((error: unknown) => {
        show();
        tellError(DELETE_OPERATIONS[resource])(error);
      });
      addUndoable(({ isUndo }) => {
        // A deletion that failed has nothing to restore, and its error is shown already.
        if (isUndo) deletion.then(() => restoreOnServer().catch(tellError("restore"))).catch(() => undefined);
      });
      notify(message, { undoable: true, autoHideDuration: NOTIFICATION_DURATION.undoable });
    },
    [resource, hide, unhide, api, dataProvider, queryClient, addUndoable, notify, failureText],
  );
}

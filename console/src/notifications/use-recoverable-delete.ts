import { useCallback } from "react";
import { type RaRecord, useDelete, useNotify } from "react-admin";
import { useErrorText } from "../errors/use-error-text.js";
import { NOTIFICATION_DURATION } from "./notifications.js";

/**
 * Deletes a record of a `/rest` list. It goes from the screen at once and from the server when the notification has
 * gone; until then "Recovery" or ctrl+z brings it back.
 */
export function useRecoverableDelete<R extends RaRecord>(resource: string): (record: R, message: string) => void {
  const [remove] = useDelete<R>();
  const notify = useNotify();
  const errorText = useErrorText();
  return useCallback(
    (record, message) => {
      void remove(
        resource,
        { id: record.id, previousData: record },
        {
          mutationMode: "undoable",
          onSuccess: () => notify(message, { undoable: true, autoHideDuration: NOTIFICATION_DURATION.recovery }),
          onError: (error) => notify(errorText(error).sentence, { type: "error" }),
        },
      );
    },
    [remove, resource, notify, errorText],
  );
}

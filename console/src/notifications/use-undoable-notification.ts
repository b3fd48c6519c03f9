import { useAddUndoableMutation, useNotify } from "react-admin";

interface UndoableNotification {
  message: string;
  /** Reverts the change on the screen. Nothing has been sent yet. */
  undo(): void;
  /** Milliseconds, one of NOTIFICATION_DURATION. */
  duration: number;
}

/** Shows what was done. "Recovery" or Ctrl+Z undoes it while the notification is visible. */
export function useUndoableNotification(): (notice: UndoableNotification) => void {
  const addUndoable = useAddUndoableMutation();
  const notify = useNotify();
  return ({ message, undo, duration }) => {
    addUndoable(({ isUndo }) => {
      if (isUndo) undo();
    });
    notify(message, { undoable: true, autoHideDuration: duration });
  };
}

import { useAddUndoableMutation, useNotify } from "react-admin";

interface UndoableNotification {
  message: string;
  /** Takes back what was done on the screen; nothing was sent yet. */
  undo(): void;
  /** Milliseconds, one of NOTIFICATION_DURATION. */
  duration: number;
}

/** Tells what was done, and takes it back by "Recovery" or ctrl+z while that is told. */
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

/** Milliseconds that a notification stays (specification, section 9); one that offers to take a deletion back stays longer, but for the edit history. */
export const NOTIFICATION_DURATION = { standard: 2000, undoable: 4000, editStepDeleted: 1500 } as const;

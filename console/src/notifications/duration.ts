/**
 * Milliseconds that a notification stays (specification, section 9). One that can undo a deletion stays longer, except in the
 * edit history.
 */
export const NOTIFICATION_DURATION = { standard: 2000, undoable: 4000, editStepDeleted: 1500 } as const;

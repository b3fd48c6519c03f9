/** Milliseconds that a notification stays (specification, section 9); one that offers to take a deletion back stays longer. */
export const NOTIFICATION_DURATION = { standard: 2000, recovery: 4000 } as const;

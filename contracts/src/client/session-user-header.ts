/**
 * Header with the id of the user whose data a page shows. The server refuses a request of a session of somebody else: another tab of
 * the browser may have logged in.
 */
export const SESSION_USER_HEADER = "X-Agatha-User";

/** Message with which a socket is refused that has no valid session. Any other refusal passes. */
export const SOCKET_UNAUTHORIZED = "unauthorized";

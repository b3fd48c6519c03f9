import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { Request } from "express";

/** Host name, IPv4 address or IPv6 address in brackets, and a port: nothing that could end a string or begin markup. */
const HOST_PATTERN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/**
 * Returns the base path's address for the client, for example `https://agatha.example.com/tukey`. It comes from the headers of as
 * many proxies as are trusted, or else from the client's Host. Throws apiInputInvalid if that is not a host.
 */
export function publicUrl(request: Request, basePath: string): string {
  const host = request.host;
  if (!HOST_PATTERN.test(host ?? ""))
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "Host", message: "The Host header is not a host name" });
  return `${request.protocol === "https" ? "https" : "http"}://${host}${basePath}`;
}

export const PREDICTION_API_PATH = "/tukey/api";
export const EDIT_HISTORY_API_PATH = "/tukey/extapi";

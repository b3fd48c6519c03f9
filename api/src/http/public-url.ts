/**
 * The hosts that the API answers for. The client chooses the Host header, so others are refused. A link made from a false one would
 * lead to another server (OWASP, "Testing for Host Header Injection"). A page whose name resolves to this machine would have the
 * same origin (DNS rebinding).
 */
import { ERRORS } from "@agatha/contracts";
import type { Request, RequestHandler } from "express";
import type { ApiConfig } from "../deps.js";
import { ApiError } from "./api-error.js";

/** No name of another machine resolves to these, and a link with one leads nowhere but to the reader's own machine. */
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?$/i;

type HostConfig = Pick<ApiConfig, "publicOrigins" | "clusterOrigins">;

/**
 * Returns the origins by the Host headers that name them: a default port may be written or not. The first of several origins of a
 * host counts.
 */
export function originsByHost(origins: readonly string[]): Map<string, string> {
  const byHost = new Map<string, string>();
  for (const origin of origins) {
    const { host, port, protocol } = new URL(origin);
    const hosts = port === "" ? [host, `${host}:${protocol === "https:" ? 443 : 80}`] : [host];
    for (const name of hosts) byHost.set(name, byHost.get(name) ?? origin);
  }
  return byHost;
}

/** Returns the listed origin of a Host header, an origin with the protocol for loopback, or undefined for any other host. */
export function allowedOrigin(config: HostConfig, host: string | undefined, protocol: string): string | undefined {
  if (host === undefined) return undefined;
  const { publicOrigins, clusterOrigins } = config;
  const name = host.toLowerCase();
  return publicOrigins?.get(name) ?? clusterOrigins?.get(name) ?? (LOOPBACK.test(host) ? `${protocol}://${host}` : undefined);
}

const unlistedHost = (host: string | undefined): string =>
  `This server does not answer for the host ${host?.slice(0, 255) ?? "(none was sent)"}. If people are to reach it so, its administrator lists its address in AGATHA_PUBLIC_URL (in the chart: api.publicUrls), as https://agatha.example.com`;

/** Throws 421 (RFC 9110, 15.5.20) for an unlisted host. It comes from as many proxies as are trusted, or else from the client. */
function requireOrigin(config: HostConfig, request: Request): string {
  const origin = allowedOrigin(config, request.host, request.protocol === "https" ? "https" : "http");
  if (origin === undefined) throw new ApiError(ERRORS.badRequest, 421, {}, unlistedHost(request.host));
  return origin;
}

const isHost = (header: string, i: number): boolean => i % 2 === 0 && header.toLowerCase() === "host";

/**
 * Returns true for a request that names its host once, as RFC 9112, 3.2 requires: a proxy in front may have gone by another one of
 * several. HTTP/1.0 requires none; a proxy that speaks it may send X-Forwarded-Host alone.
 */
function hasHostOnce({ rawHeaders, httpVersion }: Request): boolean {
  const { length } = rawHeaders.filter(isHost);
  return length === 1 || (length === 0 && httpVersion === "1.0");
}

/**
 * Refuses requests for another host with 421, and those with several Host headers or without a required one with 400. Sets
 * `response.locals.origin` for the others.
 */
export function refuseUnlistedHosts(config: HostConfig): RequestHandler {
  return (request, response, next) => {
    if (!hasHostOnce(request)) throw new ApiError(ERRORS.badRequest, 400, {}, "Send the header Host once");
    response.locals.origin = requireOrigin(config, request);
    next();
  };
}

/** Returns the base path's address for the client, for example `https://agatha.example.com/tukey`. */
export function publicUrl(request: Request, config: HostConfig & Pick<ApiConfig, "basePath">): string {
  const origin: string = request.res?.locals.origin ?? requireOrigin(config, request);
  return `${origin}${config.basePath}`;
}

/**
 * Returns the same for a mail that anybody may ask for in the name of another: instead of loopback or an address within the cluster,
 * which the Host header of a stranger may name, it has the first public origin, if there is one.
 */
export function mailedUrl(request: Request, config: HostConfig & Pick<ApiConfig, "basePath">): string {
  const [first] = config.publicOrigins?.values() ?? [];
  return first !== undefined && !config.publicOrigins?.has(request.host.toLowerCase())
    ? `${first}${config.basePath}`
    : publicUrl(request, config);
}

export const PREDICTION_API_PATH = "/tukey/api";
export const EDIT_HISTORY_API_PATH = "/tukey/extapi";

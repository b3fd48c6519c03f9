import { allowedOrigin } from "@agatha/api/http/public-url";
import type { Environment } from "./environment.js";

type Addresses = Pick<Environment, "HOST" | "AGATHA_PUBLIC_URL">;

/** Addresses to listen on that stand for all of the machine's. */
const ALL_ADDRESSES: readonly string[] = ["0.0.0.0", "::"];

const withPort = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Returns the origin that people open: the first public one, or else that of the address that the server listens on. */
export function publicOrigin({ HOST: host, AGATHA_PUBLIC_URL: [first] }: Addresses, port: number): string {
  return first ?? `http://${withPort(ALL_ADDRESSES.includes(host) ? "localhost" : host, port)}`;
}

/** Returns what to set if the server refuses requests to the address that it listens on, or undefined. */
export function publicUrlHint({ HOST: host, AGATHA_PUBLIC_URL: publicUrls }: Addresses, port: number): string | undefined {
  if (publicUrls.length > 0 || allowedOrigin({}, withPort(host, port), "http")) return undefined;
  const listensOnAll = ALL_ADDRESSES.includes(host);
  const refused = listensOnAll ? "Other machines are" : "Every request is";
  const example = withPort(listensOnAll ? "agatha.example.com" : host, port);
  return `${refused} refused until AGATHA_PUBLIC_URL has the address that people open, such as http://${example}`;
}

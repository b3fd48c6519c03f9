import type { Clock, DocumentStore, EventBus, ObjectStore, ResourceStore } from "@agatha/contracts";
import type { Logger } from "pino";
import type { Registry } from "prom-client";

/** All that the API works with; main programs put it together. */
export interface ApiDeps {
  resources: ResourceStore;
  documents: DocumentStore;
  objects: ObjectStore;
  events: EventBus;
  clock: Clock;
  logger: Logger;
  metrics: Registry;
  config: ApiConfig;
}

/** Which part of the API a process serves: predictions and people need not wait for each other. */
export const API_PARTS = ["all", "console", "models"] as const;

/** What every installation allows. */
export const DEFAULT_LIMITS = {
  maxUploadBytes: 4 * 1024 ** 3,
  rateLimits: { login: 20, openApi: 6000, calls: 30_000 },
} as const satisfies Pick<ApiConfig, "maxUploadBytes" | "rateLimits">;

export interface ApiConfig {
  /** Everything when left out; `models`: the open model API only, `console`: everything but that. */
  serves?: (typeof API_PARTS)[number];
  /** Prefix of every path, without a slash at its end: `/tukey`. */
  basePath: string;
  /** 32 bytes: encrypts API tokens at rest and signs anti-forgery tokens. */
  secretKey: Uint8Array;
  /** Folder for temporary files. */
  scratch: string;
  /** Folder of the built console, served under the base path; none: API only. */
  consoleFolder?: string;
  /** Longest upload, in bytes. */
  maxUploadBytes: number;
  /** Origins of companion services, besides those on the machine of whoever looks: `https://recipes.example.com`. */
  serviceOrigins?: string[];
  /** How many proxies in front are trusted to tell the client's address; 0 trusts none. */
  trustedProxies: number;
  /** Whether cookies are sent over HTTPS only. */
  secureCookies: boolean;
  /** Requests a minute, by account and by address; `calls`: of everything that has no limit of its own, none when left out. */
  rateLimits: { login: number; openApi: number; calls?: number };
}

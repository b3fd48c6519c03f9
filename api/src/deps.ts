import type { Clock, DocumentStore, EventBus, ObjectStore, ResourceStore, StorageProblem } from "@agatha/contracts";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { SendMail } from "./mail/smtp.js";
import type { SignOnConfig } from "./sign-on/config.js";
import type { TextsFile } from "./texts/texts-file.js";

/** Dependencies of the API. The main programs create them. */
export interface ApiDeps {
  resources: ResourceStore;
  documents: DocumentStore;
  objects: ObjectStore;
  events: EventBus;
  clock: Clock;
  /** The machine's own clock, for what is compared with other clocks of the world. `clock` does not follow its jumps. */
  wallClock: Clock;
  logger: Logger;
  metrics: Registry;
  /** Returns why nothing can be saved at present, or undefined. */
  storageProblem(): StorageProblem | undefined;
  /** Absent where no mail server is set. */
  sendMail?: SendMail | undefined;
  config: ApiConfig;
}

/** Parts of the API that a process serves. Separate processes for predictions and for people do not delay each other. */
export const API_PARTS = ["all", "console", "models"] as const;

/** Default of the settings for sessions. */
export const DEFAULT_SESSIONS: ApiConfig["sessions"] = { idleMs: 12 * 3_600_000, maxMs: 7 * 86_400_000 };

/** Default limits of every installation. */
export const DEFAULT_LIMITS = {
  maxUploadBytes: 4 * 1024 ** 3,
  rateLimits: { login: 20, predictionApi: 6000, other: 30_000 },
} as const satisfies Pick<ApiConfig, "maxUploadBytes" | "rateLimits">;

export interface ApiConfig {
  /** Part to serve; all by default. `models`: only the open model API. `console`: everything else. */
  serves?: (typeof API_PARTS)[number];
  /** Share of the requests that begin a trace, if the API decides it and not OpenTelemetry's sampler. */
  tracedShare?: number;
  /** Prefix of every path, without a slash at its end: `/tukey`. */
  basePath: string;
  /** 32 bytes: encrypts API tokens at rest and signs anti-forgery tokens. */
  secretKey: Uint8Array;
  /** Folder for temporary files. */
  scratch: string;
  /** Folder of the built console, served under the base path. Without it, only the API is served. */
  consoleFolder?: string;
  /** Longest upload, in bytes. */
  maxUploadBytes: number;
  /**
   * Origins at which clients may reach the API in addition to loopback, by Host header: `https://agatha.example.com`. Links begin with
   * them.
   */
  publicOrigins?: ReadonlyMap<string, string>;
  /** Origins of the API's Service within the cluster, by Host header. They are answered, but not mailed: nobody outside reaches them. */
  clusterOrigins?: ReadonlyMap<string, string>;
  /** Origins of companion services, in addition to those on the user's own machine: `https://recipes.example.com`. */
  serviceOrigins?: string[];
  /** Provider that people may sign on with instead of a password. */
  signOn?: SignOnConfig | undefined;
  /** Whom users of the installation ask: an e-mail address, a page, or both. */
  contact?: { email?: string | undefined; url?: string | undefined };
  /** Texts of the console that the deployment puts in place of the product's own. */
  textsFile?: TextsFile;
  /** Number of proxies in front that are trusted to state the client's address; 0 trusts none. */
  trustedProxies: number;
  /** Whether cookies are sent over HTTPS only. */
  secureCookies: boolean;
  /** Time after which a session ends without use, and time after which it ends in any case. */
  sessions: { idleMs: number; maxMs: number };
  /**
   * Requests per minute, by account and by address. `other` applies to all routes without a limit of their own; without it they
   * have none.
   */
  rateLimits: { login: number; predictionApi: number; other?: number };
}

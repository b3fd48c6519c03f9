/** Start of an API that listens, shared by the programs for a cluster and for one machine. */
import { existsSync, mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { systemClock } from "@agatha/contracts";
import { type BootstrapResult, bootstrapManager } from "./accounts/index.js";
import { type ApiConfig, type ApiDeps, DEFAULT_LIMITS } from "./deps.js";
import { originsByHost } from "./http/public-url.js";
import { namingTraces } from "./http/trace-requests.js";
import { createApi } from "./index.js";
import { type MailVariables, mailConfig } from "./mail/config.js";
import { smtpSender } from "./mail/smtp.js";
import { type SignOnVariables, signOnConfig } from "./sign-on/config.js";
import { readTextsFile } from "./texts/texts-file.js";

const CONSOLE_FOLDER = fileURLToPath(new URL("../../console/dist/site", import.meta.url));

export interface ApiStart {
  stores: Pick<ApiDeps, "resources" | "documents" | "objects" | "events">;
  /** Environment variables. */
  variables: SignOnVariables &
    MailVariables & {
      BASE_PATH: string;
      AGATHA_ADMIN_PASSWORD?: string | undefined;
      AGATHA_SERVICE_ORIGINS: string[];
      AGATHA_PUBLIC_URL: string[];
      AGATHA_CLUSTER_URL?: string[];
      AGATHA_TRUSTED_PROXIES: number;
      AGATHA_SECURE_COOKIES: boolean;
      AGATHA_SESSION_IDLE_HOURS: number;
      AGATHA_SESSION_MAX_DAYS: number;
      AGATHA_CONTACT_EMAIL?: string | undefined;
      AGATHA_CONTACT_URL?: string | undefined;
      AGATHA_TEXTS_FILE?: string | undefined;
    };
  config: Pick<ApiConfig, "serves" | "secretKey" | "scratch">;
  clock: ApiDeps["clock"];
  logger: ApiDeps["logger"];
  metrics: ApiDeps["metrics"];
  storageProblem: ApiDeps["storageProblem"];
  /** Resolves with the port once the server listens. */
  listen(server: Server): Promise<number>;
  /** Resolves once the server is closed. */
  close(server: Server): Promise<void>;
}

export interface RunningApi {
  port: number;
  /** Result of creating the first manager; undefined if only models are served. */
  manager?: BootstrapResult;
  /** Closes the server; requests under way are answered first. The stores stay open. */
  stop(): Promise<void>;
}

/** Starts the API and resolves when it answers. An API for models only has neither a console nor a manager. */
export async function startApi(start: ApiStart): Promise<RunningApi> {
  const { stores, variables, config, clock, logger, metrics, storageProblem, listen, close } = start;
  const { BASE_PATH: basePath, AGATHA_ADMIN_PASSWORD: password } = variables;
  const { AGATHA_SERVICE_ORIGINS: serviceOrigins, AGATHA_PUBLIC_URL: publicUrls, AGATHA_CLUSTER_URL: clusterUrls = [] } = variables;
  const servesConsole = config.serves !== "models";
  const { documents } = stores;
  const mail = mailConfig(variables);
  const textsFile = readTextsFile(variables.AGATHA_TEXTS_FILE);
  if (textsFile.problem !== null) logger.warn(textsFile.problem);
  mkdirSync(config.scratch, { recursive: true });
  const consoleFolder = servesConsole && existsSync(CONSOLE_FOLDER) ? CONSOLE_FOLDER : undefined;
  const api = createApi({
    ...stores,
    resources: namingTraces(stores.resources),
    clock,
    wallClock: systemClock,
    logger,
    metrics,
    storageProblem,
    sendMail: mail && smtpSender(mail),
    config: {
      ...config,
      basePath,
      consoleFolder,
      signOn: signOnConfig(variables),
      textsFile,
      contact: { email: variables.AGATHA_CONTACT_EMAIL, url: variables.AGATHA_CONTACT_URL },
      ...DEFAULT_LIMITS,
      serviceOrigins,
      publicOrigins: originsByHost(publicUrls),
      clusterOrigins: originsByHost(clusterUrls),
      trustedProxies: variables.AGATHA_TRUSTED_PROXIES,
      secureCookies: variables.AGATHA_SECURE_COOKIES,
      sessions: { idleMs: variables.AGATHA_SESSION_IDLE_HOURS * 3_600_000, maxMs: variables.AGATHA_SESSION_MAX_DAYS * 86_400_000 },
    },
  });
  const stop = (): Promise<void> => api.close(() => close(api.server));
  try {
    const port = await listen(api.server);
    // A start that fails must not create the manager: only a start that succeeds prints the random password.
    const manager = servesConsole ? await bootstrapManager({ documents, clock, password }) : undefined;
    return { port, manager, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type ApiClient,
  createApiClient,
  createCookieFetch,
  createHttpClient,
  type HttpClient,
  tryParseJson,
} from "@agatha/contracts/client";
import { z } from "zod";
import { type CommandContext, NotLoggedIn } from "./command-context.js";

const sessionSchema = z.object({ url: z.url(), cookies: z.record(z.string(), z.string()) });

/** A value of the Warning header: code 299, agent, and a quoted-string (RFC 9110, 5.6.4). */
const WARNING = /299 \S+ "((?:[^"\\]|\\.)*)"/g;

export interface Session {
  /** Without a trailing slash. */
  url: string;
  api: ApiClient;
  connection: HttpClient;
  /** Saves the cookies for the next command. */
  save(): Promise<void>;
}

/** Creates a session with the server at `url`. It is logged in only if `cookies` are. */
export function createSession(
  { fetch, sessionFile, log }: Pick<CommandContext, "fetch" | "sessionFile" | "log">,
  url: string,
  cookies?: Map<string, string>,
): Session {
  const jar = createCookieFetch(async (...request) => {
    const response = await fetch(...request);
    for (const [, warning] of (response.headers.get("Warning") ?? "").matchAll(WARNING))
      log(`Warning: ${warning!.replace(/\\(.)/g, "$1")}`);
    return response;
  }, cookies);
  const connection = createHttpClient(url, jar.fetch);
  return {
    url,
    connection,
    api: createApiClient(connection),
    async save() {
      await mkdir(dirname(sessionFile), { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ url, cookies: Object.fromEntries(jar.cookies) });
      // The file mode applies to new files only, and the cookie grants access to the account.
      await rm(sessionFile, { force: true });
      await writeFile(sessionFile, `${text}\n`, { mode: 0o600, flag: "wx" });
    },
  };
}

/** Throws NotLoggedIn if no session is saved. */
export async function openSession(context: Pick<CommandContext, "fetch" | "sessionFile" | "log">): Promise<Session> {
  const text = await readFile(context.sessionFile, "utf8").catch(() => undefined);
  const found = sessionSchema.safeParse(text === undefined ? undefined : tryParseJson(text));
  if (!found.success) throw new NotLoggedIn("Nobody is logged in. Log in first: agatha login URL --user NAME");
  return createSession(context, found.data.url, new Map(Object.entries(found.data.cookies)));
}

/** Deletes the file of the session, if there is one. */
export async function deleteSession({ sessionFile }: Pick<CommandContext, "sessionFile">): Promise<void> {
  await rm(sessionFile, { force: true });
}

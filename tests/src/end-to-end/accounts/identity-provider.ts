/** An OpenID Connect provider in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("identity-provider-program.js", import.meta.url));

export interface IdentityProvider {
  issuer: string;
  /** Ends the provider; `resume` starts it again at the same address. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Client that the provider knows, as the product's settings name it. */
export const CLIENT = { AGATHA_OIDC_CLIENT_ID: "agatha", AGATHA_OIDC_CLIENT_SECRET: "a-secret-that-only-client-and-provider-know" };

interface ProviderOptions {
  port: number;
  /** Where the provider sends browsers back to. */
  redirectUri: string;
  /** Claims of the people whom it knows, by login name. */
  people: Record<string, object>;
}

export async function startIdentityProvider({ port, redirectUri, people }: ProviderOptions): Promise<IdentityProvider> {
  let child: ChildProcess;
  async function start(): Promise<void> {
    const settings = { ...CLIENT, PORT: String(port), REDIRECT_URI: redirectUri, PEOPLE: JSON.stringify(people) };
    child = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...settings }, stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout!, "data");
  }
  async function stop(): Promise<void> {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await start();
  return { issuer: `http://127.0.0.1:${port}`, pause: stop, resume: start, stop };
}

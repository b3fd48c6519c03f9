import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { pipeline } from "node:stream";
import { z } from "zod";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { CHART } from "./launcher/cluster-paths.js";
import { type CommandResult, run, tryRun } from "./launcher/commands.js";

export const RELEASE = "agatha";

/** Place where the chart is or will be installed. */
export interface Installation {
  namespace: string;
  kubectl(args: string[], input?: string): Promise<string>;
  /** Runs kubectl and returns its result, even a failure. */
  tryKubectl(args: string[], input?: string): Promise<CommandResult>;
  helm(...args: string[]): Promise<string>;
  /** Installs or upgrades with further settings, and waits until everything is ready. */
  install(...settings: string[]): Promise<void>;
  /** Returns the decoded data of a Secret. */
  secret(name: string): Promise<Record<string, string>>;
  /** Forwards a service to a local address until it is stopped. */
  forward(service: string): Promise<Forward>;
}

interface Forward {
  /** With a slash at its end. */
  url: string;
  stop(): Promise<void>;
}

interface InstallationOptions {
  kubeconfig: string;
  helm: string;
  namespace: string;
  /** Path of a values file. */
  values: string;
  /** True if services are reached directly by their own addresses, without kubectl's forward, which breaks off with its pod. */
  nearServices?: boolean;
}

export function createInstallation({ kubeconfig, helm, namespace, values, nearServices }: InstallationOptions): Installation {
  const env = { KUBECONFIG: kubeconfig };
  const kubectl = (args: string[], input?: string) => run(["kubectl", "--namespace", namespace, ...args], { env, input });
  const runHelm = (...args: string[]) => run([helm, "--namespace", namespace, ...args], { env });
  return {
    namespace,
    kubectl,
    helm: runHelm,
    tryKubectl: (args, input) => tryRun(["kubectl", "--namespace", namespace, ...args], { env, input }),
    async install(...settings) {
      await runHelm("upgrade", "--install", RELEASE, CHART, "--values", values, "--wait", "--timeout", "5m", ...settings);
    },
    async secret(name) {
      const { data } = JSON.parse(await kubectl(["get", "secret", name, "--output", "json"])) as { data: Record<string, string> };
      return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]));
    },
    async forward(service) {
      if (nearServices) {
        const address = await kubectl(["get", "service", service, "--output", "jsonpath={.spec.clusterIP}:{.spec.ports[0].port}"]);
        return await relay(address);
      }
      const args = ["--namespace", namespace, "port-forward", `service/${service}`, ":http"];
      const child = spawn("kubectl", args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += bytes.toString()));
      const port = await waitFor(`a way to ${service}`, async () => {
        if (child.exitCode !== null) throw new Error(`no way to ${service}: ${output}`);
        return /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      });
      return {
        url: `http://127.0.0.1:${port}/tukey/`,
        async stop() {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exited = once(child, "exit");
          child.kill();
          await exited;
        },
      };
    },
  };
}

/** Passes connections on to the address. The programs answer for this machine's own names, and not for a service's address. */
async function relay(address: string): Promise<Forward> {
  const { hostname, port } = new URL(`http://${address}`);
  const server = createServer((socket) => {
    const service = connect(Number(port || 80), hostname);
    // Either end may break off: then the other one does.
    pipeline(socket, service, () => undefined);
    pipeline(service, socket, () => undefined);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tukey/`,
    stop: async () => void server.close(),
  };
}

const environment = z.object({
  KUBECONFIG: z.string().min(1),
  AGATHA_HELM: z.string().min(1),
  AGATHA_NAMESPACE: z.string().min(1),
  AGATHA_VALUES: z.string().min(1),
  AGATHA_NEAR_SERVICES: z.stringbool(),
  AGATHA_MODELS_URL: z.url(),
});

/** Returns the installation that the tests run on. `modelsUrl` is the address of its open model API. */
export function existingInstallation(): Installation & { modelsUrl: string } {
  const given = environment.parse(process.env);
  const options = {
    kubeconfig: given.KUBECONFIG,
    helm: given.AGATHA_HELM,
    namespace: given.AGATHA_NAMESPACE,
    values: given.AGATHA_VALUES,
    nearServices: given.AGATHA_NEAR_SERVICES,
  };
  return { ...createInstallation(options), modelsUrl: given.AGATHA_MODELS_URL };
}

import type { HttpRequest, KubernetesConnection } from "./connection.js";
import { createLeaderElector } from "./leader-election.js";

/** A server without a lease. It answers requests with this method when told to. `holders`: those of the leases that are written. */
function pausedServer(paused: string) {
  const holders: unknown[] = [];
  let arrived: (answer: () => void) => void;
  const atWrite = new Promise<() => void>((resolve) => {
    arrived = resolve;
  });
  const request = async <T>({ method, body }: HttpRequest): Promise<T> => {
    if (method === "GET") return undefined as T;
    holders.push((body as { spec: { holderIdentity: string } }).spec.holderIdentity);
    if (method === paused) await new Promise<void>((resolve) => arrived(resolve));
    return { ...(body as object), metadata: { name: "test", resourceVersion: `${holders.length}` } } as T;
  };
  const connection: Pick<KubernetesConnection, "namespace" | "request" | "close"> = {
    namespace: "agatha",
    request,
    close: () => undefined,
  };
  return { connection: connection as KubernetesConnection, holders, atWrite };
}

test("a candidate that is stopped while it takes the lease does not lead, and releases the lease", async () => {
  const { connection, holders, atWrite } = pausedServer("POST");
  const log: string[] = [];
  const election = createLeaderElector({
    connection,
    name: "test",
    identity: "one",
    onStartedLeading: () => log.push("elected"),
    onStoppedLeading: (why) => log.push(why),
    onError: (error) => log.push(String(error)),
  });
  election.start();
  const answer = await atWrite;
  const stopped = election.stop();
  answer();
  await stopped;
  expect([log, election.isLeader()]).toEqual([[], false]);
  expect(holders).toEqual(["one", ""]);
});

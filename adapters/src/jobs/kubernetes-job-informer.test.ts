import { fakeTimers } from "@agatha/contracts/testing/fake-timers";
import type { KubernetesConnection } from "../kubernetes/connection.js";
import { createJobInformer } from "./kubernetes-job-informer.js";
import type { KubernetesJob } from "./kubernetes-job-types.js";

const flush = () => new Promise((resolve) => setImmediate(resolve));

function job(name: string, resourceVersion: string, status: KubernetesJob["status"] = {}): KubernetesJob {
  return { metadata: { name, uid: `uid-of-${name}`, resourceVersion, creationTimestamp: "2024-05-01T08:00:00Z" }, spec: {}, status };
}

const COMPLETE = { conditions: [{ type: "Complete", status: "True" }] };

/**
 * Starts an informer on a server with these jobs, whose version is `server.version`. `send` delivers an event of the watch, or
 * fails it.
 */
async function startedWith(items: KubernetesJob[]) {
  const server = { version: "10" };
  let deliver: ((event: object | undefined) => void) | undefined;
  const connection: Pick<KubernetesConnection, "request" | "lines"> = {
    request: async <T>() => ({ items, metadata: { resourceVersion: server.version } }) as T,
    async *lines(_call, signal) {
      while (!signal.aborted) {
        const event = await new Promise<object | undefined>((resolve) => {
          deliver = resolve;
          signal.addEventListener("abort", () => resolve(undefined));
        });
        if (event instanceof Error) throw event;
        if (event) yield JSON.stringify(event);
      }
    },
  };
  const changes: string[] = [];
  const errors: unknown[] = [];
  const timers = fakeTimers();
  const onError = (error: unknown) => void errors.push(error);
  const informer = createJobInformer(connection as KubernetesConnection, { path: "/jobs" }, { onError, timers });
  const unsubscribe = informer.subscribe((name) => changes.push(name));
  await flush();
  const send = async (event: object) => {
    deliver!(event);
    await flush();
  };
  return { informer, unsubscribe, changes, errors, send, server, timers };
}

test("observers hear of jobs whose phase changes after the start, and of no others", async () => {
  const { informer, unsubscribe, changes, errors, send } = await startedWith([job("a", "1"), job("b", "2", COMPLETE)]);
  expect(changes).toEqual([]);
  await send({ type: "MODIFIED", object: job("a", "11", { active: 1, ready: 0 }) });
  await send({ type: "MODIFIED", object: job("b", "12", { ...COMPLETE, completionTime: "2024-05-01T09:00:00Z" }) });
  expect(changes).toEqual([]);
  await send({ type: "MODIFIED", object: job("a", "13", COMPLETE) });
  await send({ type: "ADDED", object: job("c", "14") });
  await send({ type: "DELETED", object: job("b", "15", COMPLETE) });
  expect(changes).toEqual(["a", "c", "b"]);
  unsubscribe();
  await send({ type: "DELETED", object: job("a", "16", COMPLETE) });
  expect(changes).toHaveLength(3);
  expect(errors).toEqual([]);
  await informer.stop();
});

test("an exception in an observer and a broken watch are reported, and stopping does not wait for the next attempt", async () => {
  const { informer, errors, changes, send } = await startedWith([]);
  informer.subscribe(() => {
    throw new Error("observer");
  });
  await send({ type: "ADDED", object: job("a", "11") });
  await send(new Error("the connection broke"));
  expect(changes).toEqual(["a"]);
  expect(errors).toEqual([new Error("observer"), new Error("the connection broke")]);
  await informer.stop();
});

test("after a watch that broke off, the next one begins at the later version of the next list", async () => {
  const { informer, errors, changes, send, server, timers } = await startedWith([]);
  await send({ type: "ADDED", object: job("a", "11") });
  await send(new Error("the connection broke"));
  server.version = "20";
  await timers.advance(5_000);
  await send({ type: "ADDED", object: job("b", "21") });
  expect([changes, errors]).toEqual([["a", "a", "b"], [new Error("the connection broke")]]);
  await informer.stop();
});

/**
 * Opens a cluster's stores as the programs do, uses each once, and prints their contents. It writes to standard error which store
 * it waits for.
 */
import { buffer } from "node:stream/consumers";
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";

const say = (what: unknown) => process.stderr.write(`${what instanceof Error ? `${what.message}: ${what.cause}` : what}\n`);
const { objects, documents, events, close } = await openClusterStores(clusterVariables.parse(process.env), {
  log: say,
  onError: say,
  maxRetryMs: 0,
});
const heard = new Promise((resolve) => events.subscribe("taskFinished", resolve));
const kept = documents.collection<{ id: string; text: string; version: number }>({ name: "kept", indexes: {} });
await objects.put("kept/whole", Buffer.from("an object"));
await kept.put({ id: "whole", text: "a document" });
events.publish("taskFinished", { taskId: "an event", kind: "Model", resource: "m" });
const answers = {
  object: (await buffer(await objects.get("kept/whole"))).toString(),
  document: await kept.get("whole"),
  event: await heard,
};
process.stdout.write(JSON.stringify(answers));
await close();

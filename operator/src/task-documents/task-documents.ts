import {
  type Clock,
  COLLECTIONS,
  type CollectionDefinition,
  Conflict,
  type Document,
  type DocumentStore,
  EVENTS,
  type EventBus,
  isoTime,
  NotFound,
  type Task,
  taskDocument,
} from "@agatha/contracts";
import { z } from "zod";
import { documentsReadBy, referencesOf } from "./task-references.js";

export interface TaskDocumentsDeps {
  documents: DocumentStore;
  events: Pick<EventBus, "publish">;
  clock: Clock;
}

/** The job has no right to what it asks for. */
export class Forbidden extends Error {
  override name = "Forbidden";
}

/** The operations on documents that one job is allowed. Everything else throws Forbidden. */
interface TaskDocuments {
  get(collection: string, id: string): Promise<Document | undefined>;
  put(collection: string, id: string, body: unknown): Promise<Document>;
  delete(collection: string, id: string): Promise<void>;
}

type OutputDocument = Document & Record<string, unknown>;

const { tasks, progress } = COLLECTIONS;
/** Collections that jobs write, with the field that has the uid of the object that a document belongs to. */
const OUTPUTS: Record<string, string> = {
  [COLLECTIONS.tables.name]: "datasetUid",
  [COLLECTIONS.checks.name]: "datasetUid",
  [COLLECTIONS.modelInfos.name]: "modelUid",
  [COLLECTIONS.evaluationResults.name]: "evaluationUid",
};
const reported = EVENTS.taskProgress.pick({ fraction: true, step: true });
const published = taskDocument.pick({ version: true }).extend({ result: taskDocument.shape.result.unwrap() });
const written = z.looseObject({ expiresAt: z.undefined().optional(), knownRows: z.string().optional() });

/** The collections have different types of documents, which one type cannot tell apart. */
const definition = (name: string) =>
  Object.values(COLLECTIONS).find((collection) => collection.name === name) as unknown as CollectionDefinition<OutputDocument>;

/**
 * Returns what the job of a task may do: read the task and the documents that it names, report progress, write documents of its
 * attempts, and publish one result, which names only what the job wrote. Publishes the events of what is written.
 */
export function taskDocuments({ documents, events, clock }: TaskDocumentsDeps, taskId: string): TaskDocuments {
  const outputId = new RegExp(`^${taskId}\\.[a-z0-9]{1,32}$`);
  const isOutput = (collection: string, id: string) => Object.hasOwn(OUTPUTS, collection) && outputId.test(id);
  const isOwn = (collection: string, id: string) => collection === tasks.name && id === taskId;

  async function task(): Promise<Task> {
    const found = await documents.collection(tasks).get(taskId);
    if (!found) throw new NotFound(`There is no task ${taskId}`);
    return found;
  }
  async function openTask(): Promise<Task> {
    const found = await task();
    if (found.result) throw new Conflict(`The task ${taskId} has a result`);
    return found;
  }
  const forbidden = (what: string) => new Forbidden(`The job of task ${taskId} may not ${what}`);
  const about = ({ resourceKind: kind, resourceName: resource }: Task) => ({ taskId, kind, resource });

  async function report(body: unknown): Promise<Document> {
    const found = await openTask();
    const { fraction, step } = reported.parse(body);
    const stored = await documents.collection(progress).put({ id: taskId, fraction, step, updatedAt: isoTime(clock) });
    events.publish("taskProgress", { ...about(found), fraction, step });
    return stored;
  }

  async function publish(body: unknown): Promise<Document> {
    const found = await openTask();
    const { version, result } = published.parse(body);
    if (result.status === "success") {
      const named = referencesOf(found.input.kind, result.output);
      const strange = [
        ...named.objects.filter((key) => !key.startsWith(`${found.outputPrefix}/`)),
        ...named.documents.filter((id) => !outputId.test(id)),
      ];
      if (strange.length > 0) throw forbidden(`publish ${strange.join(", ")}`);
    }
    const stored = await documents.collection(tasks).replace({ ...found, version, result });
    events.publish("taskFinished", about(found));
    return stored;
  }

  async function write(collection: string, id: string, body: unknown): Promise<Document> {
    const found = await openTask();
    const document = written.parse(body);
    const owner = OUTPUTS[collection] ?? "";
    if (document[owner] !== found.resourceUid) throw forbidden(`write a document of ${String(document[owner])}`);
    const { knownRows } = document;
    if (knownRows !== undefined && !knownRows.startsWith(`${found.outputPrefix}/`)) throw forbidden(`refer to ${knownRows}`);
    return await documents.collection(definition(collection)).put({ ...document, id });
  }

  return {
    async get(collection, id) {
      if (isOwn(collection, id)) return await documents.collection(tasks).get(id);
      const isAllowed = isOutput(collection, id) || documentsReadBy((await openTask()).input).includes(`${collection}/${id}`);
      if (!isAllowed) throw forbidden(`read ${collection}/${id}`);
      return await documents.collection(definition(collection)).get(id);
    },
    async put(collection, id, body) {
      if (isOwn(collection, id)) return await publish(body);
      if (collection === progress.name && id === taskId) return await report(body);
      if (isOutput(collection, id)) return await write(collection, id, body);
      throw forbidden(`write ${collection}/${id}`);
    },
    async delete(collection, id) {
      if (!isOutput(collection, id)) throw forbidden(`delete ${collection}/${id}`);
      const { result } = (await documents.collection(tasks).get(taskId)) ?? {};
      if (result && id === `${taskId}.${result.attempt}`) throw forbidden("delete what is published");
      await documents.collection(definition(collection)).delete(id);
    },
  };
}

/** Secrets of the connection's namespace, with their values as text. */
import { isDeepStrictEqual } from "node:util";
import type { HttpRequest, KubernetesConnection } from "./connection.js";
import { StatusError, undefinedIfMissing } from "./status-error.js";

interface KubernetesSecret {
  metadata: { name: string; resourceVersion?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
}

type Connection = Pick<KubernetesConnection, "namespace" | "request">;

const collection = ({ namespace }: Connection) => `/api/v1/namespaces/${namespace}/secrets`;
const FIELD_MANAGER = { fieldManager: "agatha-operator" };

const readObject = (connection: Connection, name: string) =>
  undefinedIfMissing(connection.request<KubernetesSecret>({ method: "GET", path: `${collection(connection)}/${name}` }));

const encode = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString("base64")]));
const decode = ({ data = {} }: KubernetesSecret) =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]));

/** Returns the values of a secret, or undefined if there is none. */
export async function readSecret(connection: Connection, name: string): Promise<Record<string, string> | undefined> {
  const found = await readObject(connection, name);
  return found && decode(found);
}

type SecretOutcome = "created" | "changed" | "unchanged";

/**
 * Gives the secret the values that `wanted` derives from its present ones. Other keys stay. Two processes may do so at the same
 * time: the later one sees what the first has written.
 */
export async function ensureSecret(
  connection: Connection,
  { name, labels }: { name: string; labels: Record<string, string> },
  wanted: (present: Record<string, string>) => Record<string, string>,
): Promise<SecretOutcome> {
  const found = await readObject(connection, name);
  const present = found ? decode(found) : {};
  const values = { ...present, ...wanted(present) };
  if (found && isDeepStrictEqual(values, present)) return "unchanged";
  const write: HttpRequest = found
    ? { method: "PUT", path: `${collection(connection)}/${name}`, body: { ...found, data: encode(values) } }
    : {
        method: "POST",
        path: collection(connection),
        body: { apiVersion: "v1", kind: "Secret", metadata: { name, labels }, type: "Opaque", data: encode(values) },
      };
  try {
    await connection.request({ ...write, query: FIELD_MANAGER });
    return found ? "changed" : "created";
  } catch (error) {
    if (error instanceof StatusError && error.status === 409) return await ensureSecret(connection, { name, labels }, wanted);
    throw error;
  }
}

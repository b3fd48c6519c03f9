/**
 * Names of objects in programs that serve several namespaces. An object of the installation's own namespace has its plain name, and
 * `furnace_team-a` is the object furnace of the namespace team-a. No name of an object or a namespace has an underscore; addresses, ids
 * and keys may have one. Only the Kubernetes resource store translates these names.
 */
const SEPARATOR = "_";

/** `namespace` is undefined for the installation's own. */
interface NamespacedName {
  name: string;
  namespace?: string;
}

/** Returns the name with its namespace; the name alone without one. */
export function namespacedName(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : name + SEPARATOR + namespace;
}

/** Returns the name and the namespace of a text that `namespacedName` returned. */
export function parseNamespacedName(text: string): NamespacedName {
  const at = text.indexOf(SEPARATOR);
  return at === -1 ? { name: text } : { name: text.slice(0, at), namespace: text.slice(at + 1) };
}

/** Returns the name of an object in the namespace of `other`, which it refers to: references never leave a namespace. */
export function nameBeside(other: string, name: string): string {
  return namespacedName(name, parseNamespacedName(other).namespace);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const nameOf = (value: unknown): unknown => (isObject(value) ? value.name : undefined);

/**
 * Returns the template with the overlay's fields: objects are merged, entries of a list with the same name too, other entries are
 * added, and any other value is replaced.
 */
export function mergeTemplate<T extends object>(template: T, overlay: object): T {
  return merge(template, overlay) as T;
}

function merge(template: unknown, overlay: unknown): unknown {
  if (Array.isArray(template) && Array.isArray(overlay)) return mergeLists(template, overlay);
  if (!isObject(template) || !isObject(overlay)) return overlay;
  const fields = Object.entries(overlay).map(([key, value]) => [key, merge(template[key], value)] as const);
  return { ...template, ...Object.fromEntries(fields) };
}

function mergeLists(template: readonly unknown[], overlay: readonly unknown[]): unknown[] {
  const names = template.map(nameOf);
  const over = new Map(overlay.map((entry) => [nameOf(entry), entry]));
  const merged = template.map((entry, i) => (names[i] !== undefined && over.has(names[i]) ? merge(entry, over.get(names[i])) : entry));
  return [...merged, ...overlay.filter((entry) => nameOf(entry) === undefined || !names.includes(nameOf(entry)))];
}

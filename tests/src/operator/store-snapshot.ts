import { COLLECTIONS, KIND_NAMES, type KindName, type Resource } from "@agatha/contracts";
import type { Ports } from "./crash-injection.js";

/** Returns the contents of all stores without the values that differ between runs: times, versions, UIDs and attempts. */
export async function storeSnapshot({ resources, documents, objects }: Ports): Promise<unknown> {
  const lists = await Promise.all(KIND_NAMES.map((kind) => resources.list(kind)));
  const found = lists.flatMap(({ items }) => items as Resource<KindName>[]);
  const uids = found.map(({ metadata }) => metadata.uid);
  const numbered = (text: string) => uids.reduce((rest, uid, i) => rest.replaceAll(uid, `uid${i}`), text);
  const keys: string[] = [];
  for await (const { key } of objects.list("")) keys.push(key);
  const collections = await Promise.all(
    Object.values(COLLECTIONS).map(async (definition) => {
      const documentsOf = await documents.collection(definition as (typeof COLLECTIONS)["tasks"]).find();
      return [definition.name, documentsOf.map(({ id }) => id)];
    }),
  );
  const text = JSON.stringify({
    resources: found.map(({ kind, metadata: { name, finalizers, ownerReferences }, spec, status }) => ({
      kind,
      name,
      finalizers,
      ownerReferences,
      spec,
      status,
    })),
    keys,
    collections,
  });
  const masked = JSON.parse(
    numbered(text)
      .replace(/uploads\/[-0-9a-f]{36}/g, "uploads/x")
      // Whole in names; cut off where a name is part of another one.
      .replace(/-[0-9a-f]{13,16}(?=[-"/.])/g, "-digest")
      .replace(/"Auto[0-9a-f]{4}/g, '"Auto')
      .replace(/([./])a\d+(?=[/"])/g, "$1attempt")
      .replace(/"[0-9a-f]{64}"/g, '"digest"')
      .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"'),
  ) as { keys: string[] };
  // Sorted after the masking, because the masked values determine their order.
  return { ...masked, keys: masked.keys.sort() };
}

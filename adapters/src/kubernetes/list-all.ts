import type { KubernetesConnection } from "./connection.js";
import type { WatchTarget } from "./watch.js";

interface ListPage<W> {
  metadata: { resourceVersion: string; continue?: string };
  items: W[];
}

/** Returns all objects at one version, read page by page. */
export async function listAll<W>(
  connection: Pick<KubernetesConnection, "request">,
  { path, labelSelector, fieldSelector }: WatchTarget & { fieldSelector?: string },
  pageSize = 500,
): Promise<{ items: W[]; resourceVersion: string }> {
  const items: W[] = [];
  let next: string | undefined;
  for (;;) {
    const query = { limit: pageSize, continue: next, labelSelector, fieldSelector };
    const page: ListPage<W> = await connection.request({ method: "GET", path, query });
    for (const item of page.items) items.push(item);
    next = page.metadata.continue || undefined;
    if (next === undefined) return { items, resourceVersion: page.metadata.resourceVersion };
  }
}

/** Tells the other tabs of the browser of changes that no event of the server tells, such as deletions. */

const CHANNEL = "agatha.changes";

/** Names the queries whose answers have become stale. */
export function tellOtherTabs(queryKeys: readonly (readonly string[])[]): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(queryKeys);
  channel.close();
}

/** Passes `invalidate` the query keys that another tab names. Returns the function that unsubscribes. */
export function hearOtherTabs(invalidate: (queryKey: readonly string[]) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<readonly (readonly string[])[]>) => {
    for (const queryKey of data) invalidate(queryKey);
  };
  return () => channel.close();
}

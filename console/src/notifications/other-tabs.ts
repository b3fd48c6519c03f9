/** Notifies the other tabs of the browser of changes for which the server has no event, such as deletions. */

const CHANNEL = "agatha.changes";

/** Sends the keys of queries whose answers have become stale, and of what was restored. */
export function tellOtherTabs(keys: readonly (readonly string[])[]): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(keys);
  channel.close();
}

/** Passes `hear` each key that another tab sends. Returns the function that unsubscribes. */
export function hearOtherTabs(hear: (key: readonly string[]) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<readonly (readonly string[])[]>) => {
    for (const key of data) hear(key);
  };
  return () => channel.close();
}

/**
 * Returns a `fetch` that sends each request in a task of its own. A screen begins ten at once, when its first picture is drawn, and
 * sending one takes some milliseconds of a phone: between two of them the browser answers the user.
 */
export function fetchInTurn(fetch: typeof window.fetch): typeof window.fetch {
  let previous = Promise.resolve();
  return (input, init) => {
    previous = previous.then(nextTask);
    return previous.then(() => fetch(input, init));
  };
}

/** A message, since timers of a page in the background are slowed down. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  port1.close();
}

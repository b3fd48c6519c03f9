import { Unavailable } from "@agatha/contracts";

/** One request a second while the server is in trouble, and the first answer opens the way for all. */
export interface Pace {
  /** Resolves when a request may be sent; rejects after `patienceMs`, or when the signal aborts. */
  turn(signal?: AbortSignal): Promise<void>;
  /** The server answered as it should. */
  fine(): void;
  /** The server did not answer, or asked to be left alone: for `waitMs`, where it said so. */
  trouble(waitMs?: number): void;
}

export interface PaceOptions {
  /** Between two requests while the server is in trouble. */
  gapMs: number;
  /** The longest that the server is left alone, whatever it asks for: so that it is found again soon. */
  longestGapMs: number;
  /** How long a request waits for its turn before it fails. */
  patienceMs: number;
}

export const DEFAULT_PACE: PaceOptions = { gapMs: 1_000, longestGapMs: 10_000, patienceMs: 10_000 };

interface Waiting {
  go(): void;
}

export function createPace({ gapMs, longestGapMs, patienceMs }: PaceOptions = DEFAULT_PACE): Pace {
  const waiting = new Set<Waiting>();
  let troubled = false;
  let notBefore = 0;
  let timer: NodeJS.Timeout | undefined;

  function release(): void {
    timer = undefined;
    const [next] = waiting;
    if (!next) return;
    notBefore = Date.now() + gapMs;
    next.go();
    schedule();
  }

  function schedule(): void {
    if (timer === undefined && waiting.size > 0) timer = setTimeout(release, Math.max(0, notBefore - Date.now()));
  }

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(entry);
        clearTimeout(impatience);
        signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason);
      };
      const entry: Waiting = {
        go() {
          leave();
          resolve();
        },
      };
      const impatience = setTimeout(() => {
        leave();
        reject(new Unavailable("The Kubernetes API server does not answer; it is asked again now and then"));
      }, patienceMs);
      waiting.add(entry);
      signal?.addEventListener("abort", abort);
      schedule();
    });
  }

  return {
    async turn(signal) {
      signal?.throwIfAborted();
      if (troubled) await wait(signal);
    },
    fine() {
      troubled = false;
      clearTimeout(timer);
      timer = undefined;
      for (const entry of waiting) entry.go();
    },
    trouble(waitMs = gapMs) {
      troubled = true;
      notBefore = Math.max(notBefore, Date.now() + Math.min(Math.max(waitMs, gapMs), longestGapMs));
    },
  };
}

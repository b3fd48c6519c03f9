import { type ComponentType, createElement, type FunctionComponent, lazy } from "react";

/** Milliseconds that loading a part of the console may take (specification, section 9). */
const CHUNK_LOAD_TIMEOUT = 120_000;

/** A part of the console was not loaded. */
export class ChunkLoadError extends Error {
  /** Lets the next rendering load the part again. Without it every rendering throws this error again, as React's `lazy` does. */
  forget: () => void = () => undefined;
}

/**
 * Resolves to the result of `load`. Throws ChunkLoadError when it fails or takes too long, so that a hanging connection is
 * reported like a broken one.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${CHUNK_LOAD_TIMEOUT / 1000} s`)), CHUNK_LOAD_TIMEOUT);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new ChunkLoadError(`A part of the console was not loaded: ${cause instanceof Error ? cause.message : cause}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

type LazyChunk<Props> = FunctionComponent<Props> & {
  /** Begins to load before the component is rendered, which reports a failure. */
  preload(): void;
};

/** A component that is the default export of a part of the console. */
export function lazyChunk<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): LazyChunk<Props> {
  const attempt = () =>
    lazy(() =>
      loadChunk(load).catch((error: ChunkLoadError) => {
        error.forget = () => (part = attempt());
        throw error;
      }),
    );
  let part = attempt();
  const Chunk = (props: Props) => createElement<Props>(part, props);
  return Object.assign(Chunk, { preload: () => void loadChunk(load).catch(() => undefined) });
}

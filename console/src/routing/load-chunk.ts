import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Milliseconds that loading a part of the console may take (specification, section 9). */
const CHUNK_LOAD_TIMEOUT = 120_000;

/** A part of the console was not loaded. React caches the failure, so only a page reload requests the part again. */
export class ChunkLoadError extends Error {}

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

type LazyChunk<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Begins to load before the component is rendered, which reports a failure. */
  preload(): void;
};

/** A component that is the default export of a part of the console. */
export function lazyChunk<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyChunk<Props> {
  const chunk = () => loadChunk(load);
  return Object.assign(lazy(chunk), { preload: () => void chunk().catch(() => undefined) });
}

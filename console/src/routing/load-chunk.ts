/** Milliseconds that a part of the console may take to be loaded (specification, section 9). */
const CHUNK_LOAD_TIMEOUT = 120_000;

/** A part of the console did not come. React keeps that, so that only loading the page anew asks for the part again. */
export class ChunkLoadError extends Error {}

/** What `load` resolves to. Throws PartNotLoaded when it fails or takes too long: a connection that hangs is told, like one that breaks off. */
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

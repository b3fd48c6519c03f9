/** Milliseconds that a part of the console may take to be loaded (specification, section 9). */
export const CHUNK_LOAD_TIMEOUT = 120_000;

/** What `load` resolves to. Rejects when that takes too long: a connection that hangs is told, like one that breaks off. */
export async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`A part of the console was not loaded within ${CHUNK_LOAD_TIMEOUT / 1000} s`)),
      CHUNK_LOAD_TIMEOUT,
    );
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}

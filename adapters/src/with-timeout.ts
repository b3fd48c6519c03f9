/**
 * Resolves with the result of the work, or throws the error if it takes longer than `ms`. The work itself continues, and its
 * result is discarded.
 */
export async function withTimeout<R>(ms: number, work: Promise<R>, error: () => Error): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(error()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

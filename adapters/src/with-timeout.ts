/** What the work comes to; throws the error when it takes longer than `ms`. The work itself goes on: nobody hears of it any more. */
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

import type { SpareMessage } from "./spare-process.js";

/** For the main program of a job that was started as a spare process: the name of its job, once the job runner has one. Ends with its parent. */
export async function awaitJobName(): Promise<string> {
  return await new Promise((resolve) => {
    const exit = () => process.exit(0);
    process.once("disconnect", exit);
    process.once("message", ({ job }: SpareMessage) => {
      process.off("disconnect", exit);
      resolve(job);
    });
  });
}

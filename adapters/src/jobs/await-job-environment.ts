import type { SpareMessage } from "./spare-process.js";

/**
 * Returns the environment of the job, once the job runner has one for this spare process. The main program of a job calls it. The
 * process ends with its parent.
 */
export async function awaitJobEnvironment(): Promise<NodeJS.ProcessEnv> {
  return await new Promise((resolve) => {
    const exit = () => process.exit(0);
    process.once("disconnect", exit);
    process.once("message", ({ env }: SpareMessage) => {
      process.off("disconnect", exit);
      resolve(env);
    });
  });
}

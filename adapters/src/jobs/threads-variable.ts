/** Returns the variable with the number of threads of a job that may work at once: one for each whole processor. */
export function threadsVariable(cpus: number): { AGATHA_THREADS: string } {
  return { AGATHA_THREADS: String(Math.max(1, Math.floor(cpus))) };
}

/**
 * Backtracking line search: tries the shares 1, ½, ¼ … of a step, at most `maxTrials` of them, and returns the first result that
 * is not undefined.
 */
export function backtrackingLineSearch<T>(maxTrials: number, tryShare: (share: number) => T | undefined): T | undefined {
  for (let halvings = 0; halvings < maxTrials; halvings++) {
    const result = tryShare(1 / 2 ** halvings);
    if (result !== undefined) return result;
  }
  return undefined;
}

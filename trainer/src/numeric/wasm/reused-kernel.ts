import { threadLimit } from "../threads/pool.js";
import { createSharedKernel, type SetUp, type SharedBlocks, type SharedKernel } from "./shared-kernel.js";

/** Room for blocks that are a little larger than the last ones. */
const SPARE = 1.25;

/**
 * Returns a function that returns a kernel with blocks of at least these sizes, for as many threads as may work. It is the last one
 * if that has room, since the first use of memory takes longer than its later uses. The blocks then hold what was left in them.
 */
export function reusedKernel<E>(code: string, setUp: SetUp): (blocks: SharedBlocks) => SharedKernel<E> {
  let last: { kernel: SharedKernel<E>; sizes: number[]; threads: number } | undefined;
  return ({ common, own }) => {
    const threads = threadLimit();
    const needed = [...common, ...own];
    if (last?.threads !== threads || !fits(needed, last.sizes)) {
      const blocks = { common: common.map(withSpare), own: own.map(withSpare) };
      last = { kernel: createSharedKernel<E>(code, blocks, setUp), sizes: [...blocks.common, ...blocks.own], threads };
    }
    return last.kernel;
  };
}

function fits(needed: readonly number[], sizes: readonly number[]): boolean {
  return needed.every((size, block) => size <= sizes[block]);
}

const withSpare = (size: number) => Math.ceil(SPARE * size);

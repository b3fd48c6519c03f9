import type { Points } from "../points.js";
import { roundUp } from "../round-up.js";
import code from "../wasm/distance-matrix.js";
import { createSharedKernel } from "../wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { type NeighbourPairs, neighbourCount, sumOfLargeDifferences } from "./neighbour-pairs.js";

/** Exports of assembly/distance-matrix.ts, described there. */
interface WasmExports {
  measurePart(part: number, partRows: number, from: number, to: number): void;
  removeAxisPart(part: number, partRows: number): void;
}

/** Rows of a part. */
const PART_ROWS = 16;
/** Points that the kernel measures at once. */
const POINTS_TOGETHER = 8;
/** Most squared differences that are summed before the event loop may run: about 20 ms on one thread. */
const DIFFERENCES_BETWEEN_YIELDS = 2e7;
const DOUBLE_BYTES = 8;
const INTEGER_BYTES = 4;

/**
 * Nearest neighbours of points with many columns, by a matrix of all squared distances. When an axis is removed, it subtracts each
 * pair's squared difference along the axis instead of computing distances anew. Memory: 8 bytes times the square of the points.
 */
export async function matrixPairs(points: Points, yieldToEventLoop: YieldToEventLoop): Promise<NeighbourPairs> {
  const { count, width } = points;
  const neighbours = neighbourCount(count);
  if (neighbours < 1) return { nextDifference: async () => undefined };
  const padded = roundUp(count, POINTS_TOGETHER);
  const stride = padded * DOUBLE_BYTES;
  const common = [width * stride, count * stride, stride, count * neighbours * INTEGER_BYTES, count * neighbours * DOUBLE_BYTES];
  const { buffer, addresses, callParts } = createSharedKernel<WasmExports>(code, { common, own: [] }, (all) => [
    { name: "setLayout", args: [count, width, stride, neighbours, ...all] },
  ]);
  const [columnsAt, , coordinatesAt, nearestAt, distancesAt] = addresses;
  writeColumns(points, new Float64Array(buffer, columnsAt, width * padded), padded);
  const coordinates = new Float64Array(buffer, coordinatesAt, padded);
  const nearest = new Int32Array(buffer, nearestAt, count * neighbours).fill(-1);
  const neighbourDistances = new Float64Array(buffer, distancesAt, count * neighbours);
  const rows = Math.max(PART_ROWS, Math.floor(DIFFERENCES_BETWEEN_YIELDS / (count * width)));
  for (let from = 0; from < count; from += rows) {
    const to = Math.min(count, from + rows);
    callParts("measurePart", Math.ceil((to - from) / PART_ROWS), PART_ROWS, from, to);
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  return {
    async nextDifference(remaining, from) {
      callParts("removeAxisPart", Math.ceil(count / PART_ROWS), PART_ROWS);
      const difference = sumOfLargeDifferences({ nearest, neighbourDistances, neighbours }, remaining, from);
      if (difference) writeCoordinates(remaining, from, difference.direction, coordinates);
      return difference;
    },
  };
}

function writeColumns({ count, width, values }: Points, into: Float64Array, padded: number): void {
  for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) into[j * padded + i] = values[i * width + j];
}

/** Writes the coordinate of each point along the direction, which starts at position `from`. */
function writeCoordinates({ count, width, values }: Points, from: number, direction: Float64Array, into: Float64Array): void {
  for (let i = 0; i < count; i++) {
    let along = 0;
    for (let j = 0; j < direction.length; j++) along += direction[j] * values[i * width + from + j];
    into[i] = along;
  }
}

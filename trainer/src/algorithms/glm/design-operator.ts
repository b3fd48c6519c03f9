import { createBlockedDesign, type DesignOperator } from "../../numeric/linear-algebra/blocked-design.js";
import { weightedGram } from "../../numeric/linear-algebra/gram.js";
import { addScaledColumns, dot } from "../../numeric/linear-algebra/vectors.js";

/** Least number of products for which the kernel saves more time than its layout of the columns costs. */
const MIN_PRODUCTS_FOR_WASM = 100_000;

/** Creates a design operator for `count` vectors at a time. */
export function createDesignOperator(columns: readonly Float64Array[], count: number): DesignOperator {
  const width = columns.length;
  if (width * columns[0].length * count >= MIN_PRODUCTS_FOR_WASM) return createBlockedDesign(columns, count);
  return {
    multiply: (vectors, into) =>
      into.forEach((list, a) => {
        list.fill(0);
        addScaledColumns(list, vectors.subarray(a * width, (a + 1) * width), columns);
      }),
    multiplyTransposed: (lists) =>
      Float64Array.from({ length: lists.length * width }, (_, at) => dot(lists[Math.floor(at / width)], columns[at % width])),
    weightedGram: (weight, yieldToEventLoop) => weightedGram(columns, weight, yieldToEventLoop),
  };
}

import { createBlockedDesign, type DesignOperator } from "../../numeric/linear-algebra/blocked-design.js";
import { addScaledColumns, dot } from "../../numeric/linear-algebra/vectors.js";

/** Products below which laying the columns out for a kernel takes longer than it saves. */
const MIN_PRODUCTS_FOR_WASM = 100_000;

/** Of `count` vectors and as many lists. */
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
  };
}

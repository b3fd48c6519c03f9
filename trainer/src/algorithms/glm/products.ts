import { createBlocks, type Products } from "../../numeric/linear-algebra/blocks.js";
import { addAllScaled, dot } from "../../numeric/linear-algebra/vectors.js";

/** Products below which laying the columns out for a kernel takes longer than it saves. */
const FEW = 100_000;

/** Of `count` vectors and as many lists. */
export function productsOf(columns: readonly Float64Array[], count: number): Products {
  const width = columns.length;
  if (width * columns[0].length * count >= FEW) return createBlocks(columns, count);
  return {
    along: (vectors, into) =>
      into.forEach((list, a) => {
        list.fill(0);
        addAllScaled(list, vectors.subarray(a * width, (a + 1) * width), columns);
      }),
    sums: (lists) =>
      Float64Array.from({ length: lists.length * width }, (_, at) => dot(lists[Math.floor(at / width)], columns[at % width])),
  };
}

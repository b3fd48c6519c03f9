import { z } from "zod";

/** A cluster has so many rows on average at the least (specification, section 5). */
export const MIN_ROWS_PER_CLUSTER = 5;

/** How many clusters. Where it is left out and the table has fewer than 20 rows, it is a fifth of the rows, and at least 2. */
export const clusters = z.int().min(2).max(50).default(4);

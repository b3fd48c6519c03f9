/** Rows of which a column depends on two others, and requests of models that learn from them. */
import type { Table } from "../data/tables/table.js";
import { createRandom } from "../numeric/random.js";
import { createTable } from "./create-table.js";
import { modelRequest } from "./train-on-table.js";

/** Returns rows in which y depends on x and kind only. */
export function usual(nrow: number, noise = 0.5): Table {
  const random = createRandom(9);
  const rows = Array.from({ length: nrow }, (_, i) => i);
  const x = rows.map(() => 3 * random.normal());
  const kind = rows.map((i) => ["a", "b", "c"][i % 3]);
  const y = rows.map((i) => 2 * x[i] + (kind[i] === "a" ? 5 : 0) + noise * random.normal());
  return createTable({ x, kind, chance: rows.map(() => random.normal()), y, grade: y.map((value) => (value > 2 ? "good" : "bad")) });
}

export const regression = modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "kind", "chance"] });
export const classification = modelRequest("CLASSIFICATION", "GLM", { response: "grade", columns: ["x", "kind", "chance"] });
export const occ = modelRequest("OCC", "iForest", { columns: ["x", "kind", "chance"] });
export const clustering = modelRequest("CLUSTERING", "k-means", { columns: ["x", "kind"] });

import { requireColumn, takeRows } from "../../data/tables/table.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { decodeArtifact } from "../artifact/artifact.js";
import { backgroundRows } from "./background.js";

const PRODUCTS = 60;
const rows = Array.from({ length: PRODUCTS * 40 }, (_, i) => ({ code: i % PRODUCTS, t: Math.floor(i / PRODUCTS) }));
const sales = createTable({
  month: rows.map(({ t }) => new Date(Date.UTC(2020, t, 1))),
  region: rows.map(({ code }) => (code < PRODUCTS / 2 ? "north" : "south")),
  product: rows.map(({ code }) => `P${code}`),
  y: rows.map(({ code, t }) => 10 * code + (t % 12)),
});

test.each([
  ["one column", ["product"], { series: "product" }],
  ["a hierarchy", ["region", "product"], { hierarchy: { columns: ["region", "product"], reconciliation: "auto" as const } }],
])(
  "rows of series that an input does not describe are background too, of series that it describes: %s",
  async (_names, columns, series) => {
    const timeSeries = { time: "month", lags: 1, horizon: 1, ...series };
    const { artifact } = await trainOnTable(sales, modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries }));
    const model = decodeArtifact(artifact);
    const product = requireColumn(model.trainingSample, "product");
    if (product.type !== "s") throw new Error("product is text");
    const others = rowsWhere(model.trainingSample.nrow, (row) => product.codes[row] < 0);
    const background = backgroundRows({ ...model, trainingSample: takeRows(model.trainingSample, others) });
    expect(background.nrow).toBe(32);
    const named = columns.map((name) => {
      const column = requireColumn(background, name);
      return column.type === "s" ? Array.from(column.codes, (code) => column.levels[code]) : [];
    });
    const names = Array.from(named[0], (_, row) => named.map((values) => values[row]).join());
    expect(new Set(names).size).toBe(32);
    const known = new Set(rows.map(({ code }) => [code < PRODUCTS / 2 ? "north" : "south", `P${code}`].slice(-columns.length).join()));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  },
);

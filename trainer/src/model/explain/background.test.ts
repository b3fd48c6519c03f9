import { requireColumn, takeRows } from "../../data/tables/table.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { decodeArtifact } from "../artifact/artifact.js";
import { withAllSeries } from "../artifact/next-periods.js";
import { backgroundRows } from "./background.js";

interface Series {
  region: string;
  product: string;
}

const inTwoRegions = Array.from({ length: 60 }, (_, i): Series => ({ region: i < 30 ? "north" : "south", product: `P${i}` }));
/** The regions of most rows have none of the products that come first among equally frequent ones. */
const inManyRegions = Array.from({ length: 55 }, (_, i): Series[] => [
  { region: `one product ${i}`, product: `A${i}` },
  ...["a", "b", "c"].map((name) => ({ region: `three products ${i}`, product: `P${i}${name}` })),
]).flat();

const HIERARCHY = { hierarchy: { columns: ["region", "product"], reconciliation: "auto" as const } };

test.each<[string, (keyof Series)[], { series: string } | typeof HIERARCHY, Series[]]>([
  ["one column", ["product"], { series: "product" }, inTwoRegions],
  ["a hierarchy", ["region", "product"], HIERARCHY, inTwoRegions],
  ["a hierarchy whose most frequent names are of different series", ["region", "product"], HIERARCHY, inManyRegions],
])("rows of series that no input describes are background under the names of other series: %s", async (_names, columns, named, all) => {
  const rows = all.flatMap((series) => Array.from({ length: 30 }, (_, t) => ({ ...series, t })));
  const table = createTable({
    month: rows.map(({ t }) => new Date(Date.UTC(2020, t, 1))),
    region: rows.map(({ region }) => region),
    product: rows.map(({ product }) => product),
    y: rows.map(({ t }, i) => (i % 7) + (t % 12)),
  });
  const timeSeries = { time: "month", lags: 1, horizon: 1, ...named };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries }));
  const model = decodeArtifact(artifact);
  const codesOf = columns.map((name) => {
    const column = requireColumn(model.trainingSample, name);
    return column.type === "s" ? column.codes : new Int32Array(0);
  });
  const others = rowsWhere(model.trainingSample.nrow, (row) => codesOf.some((codes) => codes[row] < 0));
  const inputs = model.inputs.map((input) => withAllSeries(model, input));
  const background = backgroundRows({ ...model, inputs, trainingSample: takeRows(model.trainingSample, others) });
  const values = columns.map((name) => {
    const column = requireColumn(background, name);
    return column.type === "s" ? Array.from(column.codes, (code) => column.levels[code]) : [];
  });
  const names = Array.from(values[0], (_, row) => values.map((ofColumn) => ofColumn[row]).join());
  const known = new Set(all.map((series) => columns.map((name) => series[name]).join()));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(32);
});

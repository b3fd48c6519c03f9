import type { Table } from "../../data/tables/table.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../plan/plan.js";

/** Returns normal rows of batches, whose rows are near each other. */
function batches(from: number, to: number): Table {
  const random = createRandom(from + 1);
  const levels = Array.from({ length: to - from }, () => [random.normal(), random.normal(), random.normal()]);
  const rows = levels.flatMap((level, batch) => Array.from({ length: 10 }, () => ({ batch, level })));
  const measured = (column: number) => rows.map(({ level }) => level[column] + 0.2 * random.normal());
  return createTable({ batch: rows.map(({ batch }) => `B${from + batch}`), x: measured(0), y: measured(1), z: measured(2) });
}

const falseAlarms = { atMost: 5, outOf: 100, of: "rows" as const };

test.each(["LOF", "GMM"])("an outlier detector of batches keeps its budget for false alarms in new ones: %s", async (algorithm) => {
  const { info, artifact } = await trainOnTable(batches(0, 40), modelRequest("OCC", algorithm, { falseAlarms }));
  expect(info.validation).toMatchObject({ rows: "groups", groupColumns: ["batch"], groups: 40 });
  expect(info.warnings).toContainEqual(expect.objectContaining({ code: "names_the_group", column: "batch" }));
  const { alarm = [] } = loadServingModel(artifact).predictTable(batches(40, 240));
  expect(alarm.filter(Boolean).length / alarm.length).toBeLessThan(0.07);
});

test("a request for more rows of the same batches is kept", async () => {
  const asked = modelRequest("OCC", "LOF", { falseAlarms, validation: { rows: "random" } });
  const { info } = await trainOnTable(batches(0, 40), asked);
  expect(info.validation.rows).toBe("random");
});

test.each([undefined, { rows: "auto" as const }])(
  "a budget for which the groups that the data tell are too few holds for known groups, and a warning says so: %j",
  async (validation) => {
    const { info, artifact } = await trainOnTable(batches(0, 12), modelRequest("OCC", "LOF", { falseAlarms, validation }));
    expect(info.validation).toMatchObject({ rows: "random", groupColumns: ["batch"] });
    expect(info.warnings).toContainEqual(expect.objectContaining({ code: "limit_for_known_groups", values: { needed: 19, groups: 12 } }));
    expect(loadServingModel(artifact).predictTable(batches(0, 12)).alarm).toBeDefined();
  },
);

test("groups that are enough for the budget have no such warning", async () => {
  const { info } = await trainOnTable(batches(0, 19), modelRequest("OCC", "LOF", { falseAlarms }));
  expect(info.validation.rows).toBe("groups");
  expect(info.warnings.map(({ code }) => code)).not.toContain("limit_for_known_groups");
});

test.each([{ rows: "groups" as const }, { rows: "auto" as const, groupColumns: ["batch"] }])(
  "a budget for which the groups that are asked for are too few is refused with what to do: %j",
  async (validation) => {
    await expect(trainOnTable(batches(0, 12), modelRequest("OCC", "LOF", { falseAlarms, validation }))).rejects.toMatchObject({
      problems: [
        {
          path: "falseAlarms",
          message:
            "5 false alarms of 100 rows need 19 groups of held-out normal rows, and there are 12: allow more, add groups, or hold out random rows if no rows of new groups will come",
        },
      ],
    });
  },
);

describe.each([
  ["the known anomalies", (batch: number) => batch === 3],
  ["the rows that are no known anomalies", (batch: number) => batch !== 3],
])("groups of which one has all of %s", (_, isAnomalous) => {
  const table = batches(0, 12);
  const fault = Array.from({ length: table.nrow }, (__, row) => (isAnomalous(Math.floor(row / 10)) ? "yes" : null));
  const labeled: Table = { ...table, columns: [...table.columns, ...createTable({ fault }).columns] };
  const train = (validation: ModelRequest["validation"]) =>
    trainOnTable(labeled, modelRequest("OCC", "LOF", { semilabel: "fault", validation }));

  test("are not held out where the data decide, and a warning says so", async () => {
    const { info } = await train({ rows: "auto" });
    expect(info.validation).toMatchObject({ rows: "random", groupColumns: ["batch"] });
    expect(info.warnings.map(({ code }) => code)).toContain("labels_of_one_group");
  });

  test("are refused where they are asked for, with what to do", async () => {
    const refused = { problems: [{ path: "validation", message: expect.stringMatching(/in one group of batch.*hold out random rows/) }] };
    await expect(train({ rows: "groups", groupColumns: ["batch"] })).rejects.toMatchObject(refused);
  });
});

test("groups of which one has all known anomalies are held out for a budget, which needs none of them", async () => {
  const table = batches(0, 40);
  const fault = Array.from({ length: table.nrow }, (_, row) => (Math.floor(row / 10) === 3 ? "yes" : null));
  const labeled: Table = { ...table, columns: [...table.columns, ...createTable({ fault }).columns] };
  const { info } = await trainOnTable(
    labeled,
    modelRequest("OCC", "LOF", { semilabel: "fault", falseAlarms, validation: { rows: "auto" } }),
  );
  expect(info.validation.rows).toBe("groups");
  expect(info.warnings.map(({ code }) => code)).not.toContain("labels_of_one_group");
});

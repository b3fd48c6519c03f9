import "../../../testing/dom.js";
import type { RowStructure, TimeOrder } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DataCheckAnswer, DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { aDatasetAnswer } from "../../../testing/answers.js";
import { renderWithServices } from "../../../testing/services.js";
import { DatasetUpdateProvider } from "../dataset-update.js";
import { DataCheckPanel } from "./data-check-panel.js";
import type { FinishedCheck } from "./use-finished-check.js";

afterEach(cleanup);

const structure: RowStructure = { kind: "identifier", groupColumns: ["batch"], groups: 40, sharing: 1 };
const order: TimeOrder = {
  timeColumn: "when",
  errors: [{ response: "yield", measure: "RMSE", random: 1, later: 2, dependsOnOrder: true }],
};

async function renderPanel(found: Pick<DataCheckAnswer, "row_structure" | "time_order">) {
  const dataset = aDatasetAnswer();
  const check = fromPartial<FinishedCheck>({ data: { check_table: [], na_alert: false, ...found } });
  await renderWithServices(
    <DatasetUpdateProvider dataset={dataset}>
      <DataCheckPanel check={check} />
    </DatasetUpdateProvider>,
  );
  return (await screen.findAllByRole("alert")).map(({ textContent }) => textContent);
}

test("the data check tells the groups first, and then the time by which they follow one another", async () => {
  expect(await renderPanel({ row_structure: structure, time_order: order })).toEqual([
    expect.stringMatching(/share batch .*40 groups/),
    expect.stringMatching(
      /^The groups follow one another by when, .*off by 1 \(RMSE\) for yield in random rows, and by 2 in the latest ones/,
    ),
  ]);
});

test("of rows without groups it tells the time that orders them", async () => {
  expect(await renderPanel({ time_order: order })).toEqual([expect.stringMatching(/^The rows are in order of when/)]);
});

test("columns of text that look like numbers are read as numbers, one or all that are used", async () => {
  const names = ["heat", "speed"];
  const found = [...names, "left out", "units"].map((column) => ({
    code: "numbers_as_text" as const,
    column,
    values: { numbers: 9, rows: 10, readable: column === "units" ? 7 : 9, example: "°C" },
    message: "",
  }));
  const lines = [...names, "units"].map((name) => ({
    name,
    type: "s" as const,
    quality: 1,
    all_na: false,
    flags: {},
    missing: 0,
    unique: 10,
  }));
  const check = fromPartial<FinishedCheck>({ data: { check_table: lines, na_alert: false, findings: found } });
  const columns = found.map(({ column: name }, i) => ({
    ...aDatasetAnswer().columns[0],
    uid: `c${i}`,
    name,
    label: name,
    type: "s",
    hidden: name === "left out",
  }));
  const dataset = aDatasetAnswer({ columns: columns as DatasetAnswer["columns"] });
  const updateDataset = jest.fn(async () => dataset);
  await renderWithServices(
    <DatasetUpdateProvider dataset={dataset}>
      <DataCheckPanel check={check} />
    </DatasetUpdateProvider>,
    { api: { updateDataset } },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Read as numbers: heat" }));
  expect(screen.queryByRole("button", { name: "Read as numbers: units" })).toBeNull();
  expect(updateDataset).toHaveBeenLastCalledWith(dataset.id, { columns: [{ name: "heat", type: "n" }] });
  fireEvent.click(screen.getByRole("button", { name: "Read all as numbers: 2" }));
  expect(updateDataset).toHaveBeenLastCalledWith(dataset.id, { columns: names.map((name) => ({ name, type: "n" })) });
});

test("names below the title of a report are taken by one click", async () => {
  const finding = { code: "names_in_line" as const, values: { line: 3 }, message: "" };
  const check = fromPartial<FinishedCheck>({ data: { check_table: [], na_alert: false, findings: [finding] } });
  const updateDataset = jest.fn(async () => aDatasetAnswer());
  await renderWithServices(
    <DatasetUpdateProvider dataset={aDatasetAnswer()}>
      <DataCheckPanel check={check} />
    </DatasetUpdateProvider>,
    { api: { updateDataset } },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Take line 3 as the names" }));
  expect(updateDataset).toHaveBeenCalledWith(aDatasetAnswer().id, { skip_rows: 2 });
});

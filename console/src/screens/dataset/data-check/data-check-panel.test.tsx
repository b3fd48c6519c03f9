import "../../../testing/dom.js";
import type { RowStructure, TimeOrder } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DataCheckAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
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

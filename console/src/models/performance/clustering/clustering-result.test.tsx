import "../../../testing/dom.js";
import type { ModelInput } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { ClusterTable } from "./clustering-result.js";

afterEach(cleanup);

test("the typical time of a cluster is written as a time, and numbers as numbers", async () => {
  const inputs = [{ name: "when", type: "d" } as ModelInput, { name: "heat", type: "n" } as ModelInput];
  const center = [
    { column: "when", value: Date.UTC(2024, 5, 5, 12) },
    { column: "heat", value: 1234 },
  ];
  await renderWithServices(<ClusterTable title="Clusters" clusters={[{ cluster: 1, rows: 20, center }]} inputs={inputs} />);
  const cells = (await screen.findAllByRole("cell")).map(({ textContent }) => textContent);
  expect(cells).toEqual(["20", "2024-06-05 12:00:00", "1,234"]);
});

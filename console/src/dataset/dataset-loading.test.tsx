import "../testing/dom.js";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { DatasetLoading } from "./dataset-loading.js";

afterEach(cleanup);

test.each([
  ["owner", true],
  ["editor", false],
  ["viewer", false],
] as const)("whether the %s of a dataset may cancel its reading, which deletes it: %s", async (role, may) => {
  const cars = { id: "cars", title: "Cars", product_type: "quality", status: "preprocess", progress: 0, created_at: null, role };
  await renderWithServices(<DatasetLoading dataset={cars as unknown as DatasetAnswer} />);
  expect(screen.getByRole("button", { name: "Cancel" }).matches(":disabled")).toBe(!may);
});

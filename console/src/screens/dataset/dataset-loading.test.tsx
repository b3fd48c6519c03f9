import "../../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import { aDatasetAnswer } from "../../testing/answers.js";
import { renderWithServices } from "../../testing/services.js";
import { DatasetLoading } from "./dataset-loading.js";

afterEach(cleanup);

test.each([
  ["owner", true],
  ["editor", false],
  ["viewer", false],
] as const)("whether the %s of a dataset may cancel its reading, which deletes it: %s", async (role, may) => {
  const cars = aDatasetAnswer({ status: "preprocess", progress: 0, role });
  await renderWithServices(<DatasetLoading dataset={cars} />);
  expect(screen.getByRole("button", { name: "Cancel" }).matches(":disabled")).toBe(!may);
});

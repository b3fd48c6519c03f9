import "../testing/dom.js";
import type { DatasetRole } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { AnalysisProvider } from "../routing/analysis-context.js";
import { renderWithServices } from "../testing/services.js";
import { EditorsLink } from "./editors-link.js";

afterEach(cleanup);

async function renderFor(role: DatasetRole): Promise<void> {
  const analysis = { product: "quality", datasetId: "d1", modelId: null, dataset: { data: { role } } };
  await renderWithServices(
    <AnalysisProvider value={analysis as Parameters<typeof AnalysisProvider>[0]["value"]}>
      <EditorsLink to="/new">New model</EditorsLink>
    </AnalysisProvider>,
  );
}

test("an editor follows the link", async () => {
  await renderFor("editor");
  expect(screen.getByRole("link", { name: "New model" }).getAttribute("href")).toBe("/new");
});

test("for a viewer the button is disabled and says why", async () => {
  await renderFor("viewer");
  expect(screen.queryByRole("link")).toBeNull();
  const button = screen.getByRole("button", { name: "New model" });
  expect(button.matches(":disabled")).toBe(true);
  expect(button.closest("[title]")?.getAttribute("title")).toContain("shared with you to read");
});

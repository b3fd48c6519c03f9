import "../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { AnalysisProvider } from "../routing/analysis-context.js";
import { ScreensProvider } from "../routing/screens-context.js";
import { renderWithServices } from "../testing/services.js";
import { AnalysisHeader } from "./analysis-header.js";

afterEach(cleanup);

test("the page has a heading before the name of the dataset arrives", async () => {
  const analysis = fromPartial<ComponentProps<typeof AnalysisProvider>["value"]>({
    product: "quality",
    datasetId: "d1",
    modelId: null,
    dataset: { isPending: true },
  });
  await renderWithServices(
    <ScreensProvider value={[]}>
      <AnalysisProvider value={analysis}>
        <AnalysisHeader />
      </AnalysisProvider>
    </ScreensProvider>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Loading…");
});

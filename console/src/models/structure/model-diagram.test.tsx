import "../../testing/dom.js";
import type { ModelGraph } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { ModelDiagram } from "./model-diagram.js";

afterEach(cleanup);

test.each([
  ["pca", "speed → Principal component analysis, Principal component analysis → Isolation forest, Isolation forest → Outliers"],
  [
    "dobin",
    "speed → Distance-based outlier basis (DOBIN), Distance-based outlier basis (DOBIN) → Isolation forest, Isolation forest → Outliers",
  ],
])("the rotation %s has the name of its algorithm", async (rotation, summary) => {
  const graph: ModelGraph = {
    nodes: [
      { id: "column 0", kind: "column", label: "speed", layer: 0 },
      { id: "1.1 rotation", kind: "rotation", label: rotation, layer: 1 },
      { id: "1.1", kind: "algorithm", label: "iForest", layer: 1 },
      { id: "answer", kind: "answer", label: "OCC", layer: 2 },
    ],
    edges: [
      { from: "column 0", to: "1.1 rotation" },
      { from: "1.1 rotation", to: "1.1" },
      { from: "1.1", to: "answer" },
    ],
  };
  await renderWithServices(<ModelDiagram graph={graph} answer="Outliers" />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(summary);
});

import "../../../testing/dom.js";
import type { SeriesAnomalies } from "@agatha/contracts";
import { cleanup, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { AnalysisProvider } from "../../../routing/analysis-context.js";
import { renderWithServices } from "../../../testing/services.js";
import { AnomaliesInTime } from "./anomalies-in-time.js";

afterEach(cleanup);

/** An outlier in the first hours of seattle-weather-hourly-normals.csv of vega-datasets. */
const found: SeriesAnomalies = {
  anomalies: [
    {
      column: "wind",
      kind: "spike",
      time: "2010-01-01T09:00:00.000Z",
      until: "2010-01-01T10:00:00.000Z",
      periods: 2,
      value: 38,
      expected: 3.8,
      p_value: 0.001,
    },
  ],
  lines: [],
};

test("outliers in time have the times that clocks of the dataset's zone show", async () => {
  const dataset = { data: { timezone: "America/Los_Angeles" } };
  await renderWithServices(
    <AnalysisProvider value={{ dataset } as ComponentProps<typeof AnalysisProvider>["value"]}>
      <AnomaliesInTime found={found} />
    </AnalysisProvider>,
  );
  const outliers = within(screen.getByRole("region", { name: "Outliers in time" }));
  expect(outliers.getByText("2010-01-01 01:00:00")).toBeTruthy();
  expect(outliers.getByText("2010-01-01 02:00:00")).toBeTruthy();
});

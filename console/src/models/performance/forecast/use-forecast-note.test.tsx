import "../../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { useForecastNote } from "./use-forecast-note.js";

afterEach(cleanup);

type Forecast = NonNullable<ModelInfo["forecast"]>;

/** A forecast whose backtest measured so many rows of each period ahead. */
function forecastOf(rows: readonly number[]): Forecast {
  const unknown = { RMSE: null, MAE: null, naive_RMSE: null, half_width: null, coverage: null };
  const errors = rows.map((count, place) => ({ ...unknown, step: place + 1, rows: count }));
  const last = { time: "2024-05-01T00:00:00Z", value: 12 };
  return { time: "month", period: { unit: "month", size: 1 }, lags: 1, nominal: 0.95, last, steps: [], errors, mean_baseline: {} };
}

function Note({ forecast }: { forecast: Forecast }) {
  return <p>{useForecastNote(forecast, undefined).note}</p>;
}

test.each<[string, readonly number[], string | null]>([
  ["from the first of them", [4, 2, 1, 0, 0], "Errors more than 3 periods ahead were not measured."],
  ["one period in the singular", [4, 0, 0], "Errors more than 1 period ahead were not measured."],
  ["and is silent where all were", [4, 2, 1], null],
])("below a forecast it is said which periods the backtest has not measured, %s", async (_case, rows, said) => {
  await renderWithServices(<Note forecast={forecastOf(rows)} />);
  const note = screen.getByText(/95%/).textContent ?? "";
  expect(/Errors more than [^.]*\./.exec(note)?.[0] ?? null).toBe(said);
});

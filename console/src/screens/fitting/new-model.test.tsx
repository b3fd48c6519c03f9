import "../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DataCheckAnswer, EditStepAnswer, RowsAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { aDatasetAnswer } from "../../testing/answers.js";
import { renderWithServices } from "../../testing/services.js";
import NewModel from "./new-model.js";

afterEach(cleanup);

test("clusters of edited rows need as many rows as the edit history leaves", async () => {
  const step = fromPartial<EditStepAnswer>({ id: "s1", enabled: true, spec: { type: "filter", combine: "and", groups: [] } });
  const api = {
    dataCheck: async () => ({ status: "success", check_table: [], na_alert: false }) as DataCheckAnswer,
    extractions: async () => [step],
    rows: async () => ({ total: 8 }) as RowsAnswer,
  };
  const after = { onCreated: () => undefined, onTrainingStarted: () => undefined };
  await renderWithServices(<NewModel dataset={aDatasetAnswer({ nrow: 400, total_rows: 400 })} models={[]} {...after} />, {
    api: api as never,
    user: { auto_model_enable: true, model_create_enable: true, product_quality_enable: true, model_limit: 20, model_current: 0 },
  });
  fireEvent.click(await screen.findByRole("radio", { name: /^Find groups/ }));
  await screen.findByText(/8 rows/);
  fireEvent.click(screen.getByRole("button", { name: "Start training" }));
  await screen.findByText(/need.* 10 rows/);
});

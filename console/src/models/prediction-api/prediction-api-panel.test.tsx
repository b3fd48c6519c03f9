import "../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ModelAnswer, ModelApiAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { PredictionApiPanel } from "./prediction-api-panel.js";

afterEach(cleanup);

test.each([
  ["enabled", true, "The API is enabled, but nobody can ask this model: its token is revoked."],
  ["disabled", false, "The token is revoked. The API answers again when there is a new one."],
])("a page of an API that is %s says once that the token is revoked", async (_state, api_enabled, told) => {
  const page = fromPartial<ModelApiAnswer>({
    url: "https://example.com/tukey/api/",
    api_token: null,
    owner_refusal: null,
    columns: [],
    examples: { python: "", r: "", go: "", javascript: "", java: "", bash: "" },
    usage: [],
  });
  const model = { id: "m1", dataset_id: "d1", api_enabled, dataset_product_type: "quality" } as ModelAnswer;
  await renderWithServices(<PredictionApiPanel model={model} />, { api: { modelApi: async () => page } });
  await screen.findByRole("button", { name: "Create a token" });
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
  expect(alerts.filter((text) => text.includes("revoked")).map((text) => text.replace(/(Enable|Disable).*$/, ""))).toEqual([told]);
});

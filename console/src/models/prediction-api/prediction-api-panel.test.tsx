import "../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ModelAnswer, ModelApiAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { PredictionApiPanel } from "./prediction-api-panel.js";

afterEach(cleanup);

/** Shows the page of an API without a token. */
async function renderPanel(api_enabled: boolean, { api_token_hidden }: Pick<ModelApiAnswer, "api_token_hidden">): Promise<void> {
  const page = fromPartial<ModelApiAnswer>({
    url: "https://example.com/tukey/api/",
    api_token: null,
    api_token_hidden,
    owner_refusal: null,
    columns: [],
    examples: { python: "", r: "", go: "", javascript: "", java: "", bash: "" },
    usage: [],
  });
  const model = { id: "m1", dataset_id: "d1", api_enabled, dataset_product_type: "quality" } as ModelAnswer;
  await renderWithServices(<PredictionApiPanel model={model} />, { api: { modelApi: async () => page } });
}

test.each([
  ["enabled", true, "The API is enabled, but nobody can ask this model: its token is revoked."],
  ["disabled", false, "The token is revoked. The API answers again when there is a new one."],
])("a page of an API that is %s says once that the token is revoked", async (_state, api_enabled, told) => {
  await renderPanel(api_enabled, { api_token_hidden: false });
  await screen.findByRole("button", { name: "Create a token" });
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
  expect(alerts.filter((text) => text.includes("revoked")).map((text) => text.replace(/(Enable|Disable).*$/, ""))).toEqual([told]);
});

test("a token that cannot be shown is not told as revoked, and can be replaced", async () => {
  await renderPanel(true, { api_token_hidden: true });
  await screen.findByRole("button", { name: "Replace the token" });
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
  expect(alerts.join()).toContain("Other systems can ask this model now.");
  expect(alerts.join()).toContain("The token is valid but cannot be shown");
  expect(alerts.join()).not.toContain("revoked");
});

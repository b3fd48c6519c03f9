import "../../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DatasetAnswer, EditHistoryApiAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { ApiView } from "./api-view.js";

afterEach(cleanup);

test("the steps of the API have the words of the edit history, and a step that is off is left out", async () => {
  const step = (id: string, enabled: boolean) =>
    ({ id, enabled, updated_at: id, cond: "speed > 1", spec: { type: "filter" } }) as EditStepAnswer;
  const page = { api_enabled: false, url: "/extapi/", columns: [], result_columns: [], cond_list: ["speed > 1"], examples: { python: "" } };
  await renderWithServices(
    <ApiView
      dataset={{ id: "d1" } as DatasetAnswer}
      steps={[step("s1", true), step("s2", false)]}
      describe={({ type }) => `words of a ${type}`}
    />,
    { api: { extractionApi: async () => fromPartial<EditHistoryApiAnswer>(page) } },
  );
  const heading = await screen.findByText("What is done with the rows");
  expect([...heading.parentElement!.querySelectorAll("li")].map((item) => item.textContent)).toEqual(["words of a filter"]);
});

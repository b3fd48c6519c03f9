import "../../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { UploadsProvider } from "../../../file-upload/uploads-context.js";
import { aModelAnswer } from "../../../testing/answers.js";
import { apiError, renderWithServices } from "../../../testing/services.js";
import { NewEvaluation } from "./new-evaluation.js";

afterEach(cleanup);

/** Shows the form for a comparison on the rows of the dataset cars. */
const showForm = (api: NonNullable<Parameters<typeof renderWithServices>[1]>["api"]) =>
  renderWithServices(
    <UploadsProvider>
      <NewEvaluation dataset={{ id: "cars", owner: "1" } as DatasetAnswer} models={[model]} initialModels={["m1"]} onCreated={() => {}} />
    </UploadsProvider>,
    { api: { extractions: async () => [], datasets: async () => [], ...api } },
  );

const model = aModelAnswer({ dataset_id: "cars", title: "Miles per gallon", response: "Miles_per_Gallon", use_extraction: true });

test("no comparison starts while the edit history is not known, and a failure to load it is told", async () => {
  const extractions = jest.fn().mockRejectedValueOnce(apiError(ERRORS.tooManyRequests, { status: 429 }));
  extractions.mockResolvedValue([{ enabled: true }]);
  await showForm({ extractions });
  const start = () => screen.getByRole<HTMLButtonElement>("button", { name: "Compare" });
  expect(start().disabled).toBe(true);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(start().disabled).toBe(false));
  expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(true);
});

test("a failure to load the datasets to compare on is told, and they can be asked for again", async () => {
  const datasets = jest.fn().mockRejectedValueOnce(apiError(ERRORS.tooManyRequests, { status: 429 }));
  datasets.mockResolvedValue([
    { id: "trucks", title: "Trucks", name: "Trucks", owner: "1", status: "evaluating_finish", updated_at: "2025-01-01T00:00:00Z" },
  ]);
  await showForm({ datasets });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  fireEvent.click(screen.getByRole("radio", { name: /dataset/ }));
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: /^Dataset/ }));
  await screen.findByRole("option", { name: /Trucks/ });
});

test("datasets to compare on are offered in the order of their titles", async () => {
  const dataset = (id: string, title: string) => ({
    id,
    title,
    owner: "1",
    status: "evaluating_finish",
    updated_at: "2025-01-01T00:00:00Z",
  });
  const datasets = async () => [dataset("a", "Trucks 10"), dataset("b", "Trucks 9"), dataset("c", "Cars")] as DatasetAnswer[];
  await showForm({ datasets });
  fireEvent.click(screen.getByRole("radio", { name: /dataset/ }));
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: /^Dataset/ }));
  await screen.findByRole("option", { name: /Cars/ });
  expect(screen.getAllByRole("option").map(({ textContent }) => /^(?:Cars|Trucks (?:9|10))/.exec(textContent ?? "")?.[0])).toEqual([
    "Cars",
    "Trucks 9",
    "Trucks 10",
  ]);
});

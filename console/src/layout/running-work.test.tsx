import "../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { UploadsProvider } from "../file-upload/uploads-context.js";
import { apiError, renderWithServices } from "../testing/services.js";
import { RunningWork } from "./running-work.js";

afterEach(cleanup);

const reading = {
  id: "d1",
  name: "cars",
  title: "cars",
  status: "preprocess",
  progress: 0.25,
  product_type: "opt",
  column_count: null,
} as DatasetAnswer;
const training = {
  id: "m1",
  dataset_id: "d2",
  name: "Model1",
  title: "Model1",
  status: "fitting",
  progress: 0.5,
  dataset_product_type: "opt",
} as ModelAnswer;

async function openBell(lists: Record<string, unknown[]>, api = {}, user = {}) {
  const getList = jest.fn(async (resource: string) => ({ data: lists[resource] ?? [], total: 0 }));
  await renderWithServices(
    <UploadsProvider>
      <RunningWork />
    </UploadsProvider>,
    { data: { getList }, api, user },
  );
  const count = Object.values(lists).flat().length;
  fireEvent.click(await screen.findByLabelText(`Running work: ${count}`));
  return { getList, list: within(screen.getByRole("dialog", { name: "Running work" })) };
}

test("the bell counts what runs, and lists it with its progress and address", async () => {
  const { list } = await openBell({ datasets: [reading], models: [training] });
  expect(list.getByText("Reading the table · 25%")).toBeTruthy();
  expect(list.getByText("Training · 50%")).toBeTruthy();
  expect(list.getByText("Model1").getAttribute("href")).toContain("m1");
});

test("without work the bell says what would appear there", async () => {
  const { list } = await openBell({});
  expect(list.getByText(/Nothing is running/)).toBeTruthy();
});

test("cancelling a training stops that one on the server and loads the list anew", async () => {
  const cancelModel = jest.fn(async () => undefined);
  const { getList, list } = await openBell({ datasets: [reading], models: [training] }, { cancelModel });
  const requestsBefore = getList.mock.calls.length;
  fireEvent.click(list.getByLabelText("Cancel Model1"));
  expect(await screen.findByText("Model1 was cancelled")).toBeTruthy();
  expect(cancelModel.mock.calls).toEqual([["d2", "m1"]]);
  expect(getList.mock.calls.length).toBeGreaterThan(requestsBefore);
});

test("a dataset is deleted by cancelling its first reading, and has no button while it is read again", async () => {
  const deleteDataset = jest.fn(async () => undefined);
  const again: DatasetAnswer = { ...reading, id: "d2", title: "cars of 1982", column_count: 9 };
  const { list } = await openBell({ datasets: [reading, again] }, { deleteDataset });
  expect(list.getByText("cars of 1982")).toBeTruthy();
  expect(list.queryByLabelText("Cancel cars of 1982")).toBeNull();
  fireEvent.click(list.getByLabelText("Cancel cars"));
  expect(await screen.findByText("cars was cancelled")).toBeTruthy();
  expect(deleteDataset.mock.calls).toEqual([["d1"]]);
});

test("work in another owner's dataset has no button that cancels it", async () => {
  const own = { ...training, owner_id: "1" };
  const { list } = await openBell({ models: [own, { ...own, id: "m2", title: "Theirs", owner_id: "2" }] }, {}, { auth: "normal" });
  expect(list.getByLabelText("Cancel Model1")).toBeTruthy();
  expect(list.getByText("Theirs")).toBeTruthy();
  expect(list.queryByLabelText("Cancel Theirs")).toBeNull();
});

test("work that the server does not cancel stays in the list, and the reason is shown", async () => {
  const cancelModel = async () => {
    throw apiError(ERRORS.tooManyRequests, { status: 429 });
  };
  const { list } = await openBell({ models: [training] }, { cancelModel });
  fireEvent.click(list.getByLabelText("Cancel Model1"));
  await waitFor(() => expect(screen.getByText(/Too many requests/)).toBeTruthy());
  expect(list.getByText("Model1")).toBeTruthy();
});

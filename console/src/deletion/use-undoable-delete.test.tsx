import "../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { UndoableDeletesProvider, useWithoutDeleted } from "../notifications/undoable-deletes.js";
import { apiError, renderWithServices } from "../testing/services.js";
import { useUndoableDelete, useUnhide } from "./use-undoable-delete.js";

afterEach(cleanup);

/** A list of datasets, each with a button that deletes it. */
function Datasets() {
  const withoutDeleted = useWithoutDeleted("datasets");
  const remove = useUndoableDelete("datasets");
  return (
    <>
      {withoutDeleted([{ id: "cars" }, { id: "weather" }]).map(({ id }) => (
        <button type="button" key={id} onClick={() => remove({ id, datasetId: null, message: `${id} was deleted` })}>
          Delete {id}
        </button>
      ))}
      <input aria-label="Filter" />
    </>
  );
}

async function deleteCars(answer: () => Promise<unknown> = async () => ({ data: {} })) {
  const deleteOnServer = jest.fn(async (_resource: string, _params: { id: string }) => answer());
  const restoreDataset = jest.fn(async (id: string) => ({ id }) as never);
  await renderWithServices(<Datasets />, { data: { delete: deleteOnServer }, api: { restoreDataset } });
  fireEvent.click(screen.getByRole("button", { name: "Delete cars" }));
  await screen.findByText("cars was deleted");
  return { deleteOnServer, restoreDataset };
}
const cars = () => screen.queryByRole("button", { name: "Delete cars" });
/** The notification goes by Escape as it does by time. */
const letNotificationGo = () => fireEvent.keyDown(document, { key: "Escape" });

test("a deleted item leaves the screen and the server at once, and stays deleted when the notification has gone", async () => {
  const { deleteOnServer, restoreDataset } = await deleteCars();
  expect(cars()).toBeNull();
  expect(screen.getByRole("button", { name: "Delete weather" })).toBeTruthy();
  expect(deleteOnServer.mock.calls).toEqual([["datasets", { id: "cars" }]]);
  letNotificationGo();
  await waitFor(() => expect(screen.queryByText("cars was deleted")).toBeNull());
  expect(cars()).toBeNull();
  expect(restoreDataset).not.toHaveBeenCalled();
});

test.each(["Recovery", "ctrl+z", "cmd+z"])("%s restores the item on the server and on the screen", async (way) => {
  const { restoreDataset } = await deleteCars();
  if (way === "Recovery") fireEvent.click(screen.getByRole("button", { name: way }));
  else fireEvent.keyDown(document.body, { key: "z", ctrlKey: way === "ctrl+z", metaKey: way === "cmd+z" });
  await waitFor(() => expect(cars()).not.toBeNull());
  await waitFor(() => expect(screen.queryByText("cars was deleted")).toBeNull());
  expect(restoreDataset.mock.calls).toEqual([["cars"]]);
});

test("ctrl+z in a text field leaves the deletion as it is", async () => {
  await deleteCars();
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Filter" }), { key: "z", ctrlKey: true });
  expect(cars()).toBeNull();
  expect(screen.getByText("cars was deleted")).toBeTruthy();
});

test("an item that the server does not delete returns, and it is said what failed, and why", async () => {
  // react-admin logs every refusal.
  const log = jest.spyOn(console, "error").mockImplementation();
  await deleteCars(async () => {
    throw apiError(ERRORS.tooManyRequests, { status: 429 });
  });
  await waitFor(() => expect(cars()).not.toBeNull());
  letNotificationGo();
  await screen.findByText(/The dataset could not be deleted: Too many/);
  log.mockRestore();
});

/** What another tab restores from the trash. */
function Trash() {
  const unhide = useUnhide();
  return (
    <button type="button" onClick={() => unhide({ kind: "dataset", id: "cars" })}>
      Restore cars
    </button>
  );
}

test("an item that another tab restores from the trash is on the screen again", async () => {
  const tabs = (
    <>
      <Datasets />
      <UndoableDeletesProvider>
        <Trash />
      </UndoableDeletesProvider>
    </>
  );
  await renderWithServices(tabs, { data: { delete: async () => ({ data: {} }) } });
  fireEvent.click(screen.getByRole("button", { name: "Delete cars" }));
  await waitFor(() => expect(cars()).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Restore cars" }));
  await waitFor(() => expect(cars()).not.toBeNull());
});

import "../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { apiError, renderWithServices } from "../testing/services.js";
import { useHiddenIds, useUndoableDelete } from "./undoable-deletes.js";

afterEach(cleanup);

/** A list of datasets, each with a button that deletes it. */
function Datasets() {
  const hidden = useHiddenIds("datasets");
  const remove = useUndoableDelete("datasets");
  return (
    <>
      {["cars", "weather"]
        .filter((id) => !hidden.has(id))
        .map((id) => (
          <button type="button" key={id} onClick={() => remove(id, `${id} was deleted`)}>
            Delete {id}
          </button>
        ))}
      <input aria-label="Filter" />
    </>
  );
}

async function deleteCars(answer: () => Promise<unknown> = async () => ({ data: {} })) {
  const deleteOnServer = jest.fn(async (_resource: string, _params: { id: string }) => answer());
  await renderWithServices(<Datasets />, { data: { delete: deleteOnServer as never } });
  fireEvent.click(screen.getByRole("button", { name: "Delete cars" }));
  await screen.findByText("cars was deleted");
  return deleteOnServer;
}
const cars = () => screen.queryByRole("button", { name: "Delete cars" });
/** The notification goes by Escape as it does by time. */
const letNotificationGo = () => fireEvent.keyDown(document, { key: "Escape" });

test("a deleted item leaves the screen at once and the server only when the notification has gone", async () => {
  const deleteOnServer = await deleteCars();
  expect(cars()).toBeNull();
  expect(screen.getByRole("button", { name: "Delete weather" })).toBeTruthy();
  expect(deleteOnServer).not.toHaveBeenCalled();
  letNotificationGo();
  await waitFor(() => expect(deleteOnServer.mock.calls).toEqual([["datasets", { id: "cars" }]]));
  expect(cars()).toBeNull();
});

test.each(["Recovery", "ctrl+z", "cmd+z"])("%s restores the item, and nothing is deleted", async (way) => {
  const deleteOnServer = await deleteCars();
  if (way === "Recovery") fireEvent.click(screen.getByRole("button", { name: way }));
  else fireEvent.keyDown(document.body, { key: "z", ctrlKey: way === "ctrl+z", metaKey: way === "cmd+z" });
  await waitFor(() => expect(cars()).not.toBeNull());
  await waitFor(() => expect(screen.queryByText("cars was deleted")).toBeNull());
  expect(deleteOnServer).not.toHaveBeenCalled();
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
  letNotificationGo();
  await waitFor(() => expect(cars()).not.toBeNull());
  expect((await screen.findByRole("alert")).textContent).toContain("The dataset could not be deleted: Too many");
  log.mockRestore();
});

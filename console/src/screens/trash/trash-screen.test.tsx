import "../../testing/dom.js";
import type { TrashItem } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import TrashScreen from "./trash-screen.js";

afterEach(cleanup);

const item = (id: string): TrashItem => ({
  kind: "dataset",
  id,
  title: id,
  dataset_id: null,
  dataset_title: null,
  owner_id: "1",
  owner_name: "ann",
  role: "owner",
  deleted_at: "2025-01-01T00:00:00Z",
  restorable_until: "2025-01-02T00:00:00Z",
});

test("after an item is restored, the focus is on the title, as its button is gone", async () => {
  let items = [item("Cars"), item("Trucks")];
  const restoreDataset = async (id: string) => {
    items = items.filter((other) => other.id !== id);
    return undefined as never;
  };
  await renderWithServices(<TrashScreen />, { api: { trash: async () => items, restoreDataset } });
  for (const name of ["Restore Cars", "Restore Trucks"]) {
    const button = await screen.findByRole("button", { name });
    act(() => button.focus());
    fireEvent.click(button);
    await waitFor(() => expect(button.isConnected).toBe(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
  }
});

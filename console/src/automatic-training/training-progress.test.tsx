import "../testing/dom.js";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { anAutoModelAnswer } from "../testing/answers.js";
import { renderWithServices } from "../testing/services.js";
import { TrainingProgress } from "./training-progress.js";

afterEach(cleanup);

async function cancelAs(role: AutoModelAnswer["role"]) {
  const training = anAutoModelAnswer({ role });
  const cancelAutoModel = jest.fn(async () => ({ ...training, cancelled: true }));
  await renderWithServices(<TrainingProgress training={training} />, { api: { cancelAutoModel } });
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  return cancelAutoModel;
}

test("an editor ends a running training", async () => {
  const cancelAutoModel = await cancelAs("editor");
  await waitFor(() => expect(cancelAutoModel.mock.calls).toEqual([["d1", "t1"]]));
});

test("a viewer cannot end a running training, and is told why", async () => {
  const cancelAutoModel = await cancelAs("viewer");
  expect(screen.getByRole("group", { name: /^This dataset is shared with you to read/ })).toBeTruthy();
  expect(cancelAutoModel).not.toHaveBeenCalled();
});

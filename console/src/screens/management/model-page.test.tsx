import "../../testing/dom.js";
import type { ManagedModelAnswer, UserAnswer } from "@agatha/contracts/wire";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { GetListParams } from "react-admin";
import { aModelAnswer } from "../../testing/answers.js";
import { renderWithServices } from "../../testing/services.js";
import { ModelPage } from "./model-page.js";

const TOTAL = 1200;

function model(number: number): ManagedModelAnswer {
  const answer = aModelAnswer({ id: `m${number}`, title: `Model ${number}` });
  return { ...answer, api_calls: 0, api_rows: 0, api_used: false, api_last_used_at: null };
}

const manyModels = async (_resource: string, { pagination }: GetListParams) => {
  const { page, perPage } = pagination!;
  return { data: Array.from({ length: perPage }, (_, i) => model((page - 1) * perPage + i + 1)), total: TOTAL };
};

// @contract models-are-sorted-filtered-and-paged-in-the-management
test("more models than a page has are reached page by page, and another order or a filter begins at the first page again", async () => {
  const getList = jest.fn(manyModels);
  await renderWithServices(<ModelPage editable={false} action={null} />, {
    data: { getList },
    user: { auth: "normal" },
  });
  await screen.findByText("Model 1", {}, { timeout: 30_000 });
  await userEvent.click(screen.getByLabelText("Go to next page"));
  await screen.findByText("Model 51", {}, { timeout: 30_000 });
  await userEvent.click(screen.getByRole("button", { name: "Calls" }));
  await screen.findByText("Model 1", {}, { timeout: 30_000 });
  expect(getList.mock.lastCall?.[1]).toMatchObject({ sort: { field: "api_calls" }, pagination: { page: 1 } });
  await userEvent.click(screen.getByLabelText("Go to next page"));
  await screen.findByText("Model 51", {}, { timeout: 30_000 });
  const search = screen.getByLabelText<HTMLInputElement>("Search models");
  // The server refuses a longer text.
  expect(search.maxLength).toBe(128);
  await userEvent.type(search, "x");
  await waitFor(() => expect(getList).toHaveBeenLastCalledWith("models", expect.objectContaining({ filter: { q: "x" } })), {
    timeout: 30_000,
  });
  expect(getList.mock.lastCall?.[1].pagination).toMatchObject({ page: 1, perPage: 50 });
});

test("models that are no longer shown do not stay chosen", async () => {
  await renderWithServices(<ModelPage editable action={null} />, {
    data: { getList: manyModels },
    user: { auth: "normal" },
  });
  await screen.findByText("Model 1", {}, { timeout: 30_000 });
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose all models shown" }));
  await screen.findByText("50 models chosen");
  await userEvent.click(screen.getByLabelText("Go to next page"));
  await screen.findByText("Model 51", {}, { timeout: 30_000 });
  await userEvent.click(screen.getByLabelText("Go to previous page"));
  await screen.findByText("Model 1", {}, { timeout: 30_000 });
  await screen.findByText("0 models chosen");
});

test("a manager finds an owner among hundreds of accounts by a part of the name", async () => {
  const getList = jest.fn(manyModels);
  const people = Array.from({ length: 600 }, (_, i) => ({ id: `p${i}`, username: `person${i}` }) as UserAnswer);
  await renderWithServices(<ModelPage editable={false} action={null} />, {
    api: { users: async () => people },
    data: { getList },
  });
  await screen.findByText("Model 1", {}, { timeout: 30_000 });
  const owner = screen.getByRole("combobox", { name: "Owner" });
  await userEvent.click(screen.getByRole("button", { name: "Open the list" }));
  await screen.findByRole("option", { name: "person7" }, { timeout: 30_000 });
  await userEvent.clear(owner);
  await userEvent.type(owner, "son537");
  await waitFor(() => expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["person537"]), {
    timeout: 30_000,
  });
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(getList).toHaveBeenLastCalledWith("models", expect.objectContaining({ filter: { owner_id: "p537" } })), {
    timeout: 30_000,
  });
});

test("a later page whose models were deleted meanwhile gives way to the last page that has some", async () => {
  let total = 51;
  const getList = async (_resource: string, { pagination }: GetListParams) => {
    const { page, perPage } = pagination!;
    const ofPage = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
    // The models of the second page are deleted before it is shown.
    const data = Array.from({ length: page === 1 ? ofPage : 0 }, (_, i) => model(i + 1));
    if (page > 1) total = 50;
    return { data, total };
  };
  await renderWithServices(<ModelPage editable={false} action={null} />, {
    data: { getList },
    user: { auth: "normal" },
  });
  await screen.findByText("Model 50", {}, { timeout: 30_000 });
  await userEvent.click(screen.getByLabelText("Go to next page"));
  await screen.findByText("Model 50", {}, { timeout: 30_000 });
  expect(screen.queryByText(/No models/)).toBeNull();
});

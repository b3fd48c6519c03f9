import "../../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { EditHistoryPatch, EditStepAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { apiError, renderWithServices } from "../../../testing/services.js";
import { useEditHistory } from "../use-edit-history.js";
import { EditHistoryPanel } from "./edit-history-panel.js";

afterEach(cleanup);

const step = (id: string, type: EditStepAnswer["spec"]["type"], enabled = true) =>
  ({ id, type, enabled, spec: { type } }) as EditStepAnswer;

function Panel({ onAdd }: { onAdd: (type: string) => void }) {
  const history = useEditHistory("d1");
  if (history.steps === undefined) return null;
  return (
    <EditHistoryPanel
      history={history}
      steps={history.steps}
      describe={({ type }) => `a ${type}`}
      onAdd={onAdd}
      onEdit={() => undefined}
      actions={null}
    />
  );
}

/** A server that keeps the steps that are left. */
async function renderPanel(steps: EditStepAnswer[], refuse = false, user = {}) {
  const onAdd = jest.fn();
  let left = steps;
  const change = jest.fn(async (_dataset: string, { ids, change: how }: EditHistoryPatch) => {
    if (refuse) throw apiError(ERRORS.tooManyRequests, { status: 429 });
    if (how === "delete") left = left.filter(({ id }) => !ids?.includes(id));
    else if (how === "restore") left = steps;
    else left = left.map((each) => (ids?.includes(each.id) ? { ...each, enabled: how === "enable" } : each));
    return left;
  });
  const api = { extractions: async () => left, changeExtractions: change as never };
  await renderWithServices(<Panel onAdd={onAdd} />, { api, user });
  await screen.findByRole("heading", { name: "Edit history" });
  return { onAdd, change };
}
const twoSteps = () => [step("s1", "filter"), step("s2", "sort")];
const switchOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`Apply step ${name}`);

test("an empty history says so and offers a filter as the first step", async () => {
  const { onAdd } = await renderPanel([]);
  expect(screen.getByText("Nothing is edited yet")).toBeTruthy();
  fireEvent.click(screen.getByText("Add a filter"));
  expect(onAdd.mock.calls).toEqual([["filter"]]);
});

test("an account whose contract has expired is offered no first step", async () => {
  await renderPanel([], false, { contract_stage: "expired", due_date: null });
  expect(screen.getByText("Nothing is edited yet")).toBeTruthy();
  expect(screen.queryByText("Add a filter")).toBeNull();
});

test("a switch turns off its step only", async () => {
  const { change } = await renderPanel(twoSteps());
  fireEvent.click(switchOf("2: Sort"));
  await waitFor(() => expect(switchOf("2: Sort").checked).toBe(false));
  expect(switchOf("1: Filter").checked).toBe(true);
  expect(change.mock.calls).toEqual([["d1", { ids: ["s2"], change: "disable" }]]);
});

test("all chosen steps are switched off together", async () => {
  const { change } = await renderPanel(twoSteps());
  expect(screen.queryByText("Switch off")).toBeNull();
  fireEvent.click(screen.getByLabelText("Choose all steps"));
  fireEvent.click(screen.getByText("Switch off"));
  await waitFor(() => expect(switchOf("1: Filter").checked).toBe(false));
  expect(change.mock.calls).toEqual([["d1", { ids: ["s1", "s2"], change: "disable" }]]);
});

test("a deleted step returns by Recovery", async () => {
  await renderPanel(twoSteps());
  fireEvent.click(screen.getByLabelText("Delete step 1: Filter"));
  await screen.findByText("Step deleted from the edit history");
  expect(screen.queryByLabelText("Apply step 1: Filter")).toBeNull();
  fireEvent.click(screen.getByText("Recovery"));
  expect(await screen.findByLabelText("Apply step 1: Filter")).toBeTruthy();
});

test("of two aggregations the one that is off says why", async () => {
  await renderPanel([step("s1", "aggregation", false), step("s2", "aggregation")]);
  expect(screen.getAllByText(/only the last one that is switched on is applied/)).toHaveLength(1);
});

test("a change that the server refuses is told in a dialog and not shown as done", async () => {
  await renderPanel(twoSteps(), true);
  fireEvent.click(switchOf("1: Filter"));
  expect(await screen.findByRole("alertdialog", { name: "Data extraction error" })).toBeTruthy();
  expect(switchOf("1: Filter").checked).toBe(true);
});

import "../testing/dom.js";
import type { UserAnswer } from "@agatha/contracts/wire";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useReducer } from "react";
import { ColumnField, ColumnsField } from "../screens/edit-history/fields/column-field.js";
import { OwnerChoice } from "../screens/management/owner-choice.js";
import { renderWithServices } from "../testing/services.js";

let renderAgain = () => {};

/** Renders its content anew at each call of `renderAgain`, as a screen does whose data are read again. */
function Screen({ content }: { content: () => ReactNode }) {
  const [, again] = useReducer((count: number) => count + 1, 0);
  renderAgain = again;
  return content();
}

const columns = () => ["Width", "Weight"].map((name) => ({ name, label: name, type: "n" as const, range: null, frequentValues: [] }));
const nothing = () => {};

test.each<[string, () => ReactNode]>([
  ["an owner", () => <OwnerChoice owner={undefined} onChange={nothing} />],
  ["a column", () => <ColumnField label="Owner" columns={columns()} value="Width" onChange={nothing} />],
  ["several columns", () => <ColumnsField label="Owner" columns={columns()} value={["Width"]} onChange={nothing} />],
])("what is typed to find %s is kept when the screen is rendered again", async (_what, content) => {
  await renderWithServices(<Screen content={content} />, { api: { users: async () => [{ id: "p1", username: "Weiss" } as UserAnswer] } });
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: /Owner/ });
  await userEvent.clear(field);
  await userEvent.type(field, "We");
  act(() => renderAgain());
  expect(field.value).toBe("We");
});

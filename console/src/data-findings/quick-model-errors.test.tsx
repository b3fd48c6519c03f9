import "../testing/dom.js";
import type { GroupErrors } from "@agatha/contracts";
import { cleanup, screen, within } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { QuickModelErrors } from "./quick-model-errors.js";

afterEach(cleanup);

const errorsOf = (response: string, fresh: number) => ({ response, measure: "RMSE", known: 1, new: fresh }) as GroupErrors;

test("the three responses with the largest ratio are shown, and the others are folded", async () => {
  const errors = [errorsOf("a", 1.5), errorsOf("b", 4), errorsOf("c", 2), errorsOf("d", 3), errorsOf("e", 1.25)];
  await renderWithServices(<QuickModelErrors errors={errors} labelOf={(column) => column} />);
  const folded = (await screen.findByText("and 2 more")).closest("details")!;
  const responses = screen.getAllByText(/quick model/).map(({ textContent }) => / for (\w) /.exec(textContent ?? "")?.[1]);
  expect(responses).toEqual(["b", "d", "c", "a", "e"]);
  expect(within(folded).getAllByText(/quick model/)).toHaveLength(2);
});

test("copies are not called groups", async () => {
  await renderWithServices(<QuickModelErrors errors={[errorsOf("a", 2)]} ofCopies labelOf={(column) => column} />);
  expect(await screen.findByText(/in rows with a copy in training, and by 2 in rows without one/)).toBeTruthy();
  expect(screen.queryByText(/groups/)).toBeNull();
});

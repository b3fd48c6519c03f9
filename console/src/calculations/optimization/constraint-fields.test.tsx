import "../../testing/dom.js";
import type { ModelInput } from "@agatha/contracts";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../../testing/services.js";
import { ConstraintFields } from "./constraint-fields.js";
import { type ConstraintDraft, newConstraint } from "./draft.js";

afterEach(cleanup);

const inputs = [{ name: "Horsepower", type: "n" }] as unknown as ModelInput[];

function Rules() {
  const [rules, setRules] = useState<ConstraintDraft[]>([newConstraint([], "Horsepower")]);
  return <ConstraintFields inputs={inputs} constraints={rules} problems={undefined} onConstraints={setRules} />;
}

test("after a rule is removed or put back, the focus is on the button that adds one", async () => {
  await renderWithServices(<Rules />);
  const press = (name: string) => {
    const button = screen.getByRole("button", { name });
    act(() => button.focus());
    fireEvent.click(button);
  };
  const add = screen.getByRole("button", { name: "Add a rule" });
  press("Remove rule 1");
  expect(screen.getByText("Rule 1 was removed.")).toBeTruthy();
  expect(document.activeElement).toBe(add);
  press("Put it back");
  expect(screen.getByRole("button", { name: "Remove rule 1" })).toBeTruthy();
  expect(document.activeElement).toBe(add);
});

import "../../testing/dom.js";
import type { ModelInput } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../../testing/services.js";
import { ConstraintFields } from "./constraint-fields.js";
import { type ConstraintDraft, MAX_CONSTRAINTS, newConstraint } from "./draft.js";

afterEach(cleanup);

const inputs = fromPartial<ModelInput[]>([{ name: "Horsepower", type: "n" }]);

function Rules({ count }: { count: number }) {
  const [rules, setRules] = useState(() =>
    Array.from({ length: count }).reduce<ConstraintDraft[]>((all) => [...all, newConstraint(all, "Horsepower")], []),
  );
  return <ConstraintFields inputs={inputs} constraints={rules} problems={undefined} onConstraints={setRules} />;
}

test.each([
  ["one rule", 1],
  ["as many rules as there may be, when no button adds one", MAX_CONSTRAINTS],
])("after a rule is removed the focus is on the button that adds one, and after it is put back on the rule: %s", async (_count, count) => {
  await renderWithServices(<Rules count={count} />);
  const press = (name: string) => {
    const button = screen.getByText(name, { selector: "button" });
    act(() => button.focus());
    fireEvent.click(button);
  };
  const remove = () => screen.getByLabelText("Remove rule 1", { selector: "button" });
  act(() => remove().focus());
  fireEvent.click(remove());
  expect(screen.getByText("Rule 1 was removed.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByText("Add a rule", { selector: "button" }));
  press("Put it back");
  expect(remove()).toBeTruthy();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Rule 1: Factor 1");
});

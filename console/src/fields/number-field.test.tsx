import "../testing/dom.js";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NumberField } from "./number-field.js";

afterEach(cleanup);

test.each([
  ["95 %", "95"],
  ["95%", "95"],
  ["95 ", "95 "],
  ["95 kg", "95 kg"],
])("the unit that stands behind the field may be typed too: %s", (typed, value) => {
  const changed = jest.fn();
  render(<NumberField label="Probability" value="" unit="%" problem={undefined} onChange={changed} />);
  fireEvent.change(screen.getByRole("textbox", { name: "Probability" }), { target: { value: typed } });
  expect(changed.mock.calls).toEqual([[value]]);
});

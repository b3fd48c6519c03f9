import "../testing/dom.js";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { KeepsState, useKeptState } from "./kept-state.js";

afterEach(cleanup);

const start = { inputs: "typical" };
const solution = { inputs: "solution" };

function Field({ name, of = start }: { name: string; of?: typeof start }) {
  const [value, setValue] = useKeptState(name, () => of.inputs, of);
  return <input aria-label={name} value={value} onChange={(event) => setValue(event.target.value)} />;
}

function Tabs() {
  const [tab, setTab] = useState(<Field name="what-if" />);
  return (
    <KeepsState>
      <button type="button" onClick={() => setTab(<Field name="what-if" key="1" />)}>
        what-if
      </button>
      <button type="button" onClick={() => setTab(<Field name="optimization" key="2" />)}>
        optimization
      </button>
      <button type="button" onClick={() => setTab(<Field name="what-if" key="3" of={solution} />)}>
        solution
      </button>
      {tab}
    </KeepsState>
  );
}

const open = (tab: string) => fireEvent.click(screen.getByRole("button", { name: tab }));
const field = () => screen.getByRole<HTMLInputElement>("textbox");
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test("what was typed is there again after another tab was open, and that tab has its own", () => {
  render(<Tabs />);
  type("3");
  open("optimization");
  expect(field().value).toBe("typical");
  type("4");
  open("what-if");
  expect(field().value).toBe("3");
  open("optimization");
  expect(field().value).toBe("4");
});

test("what was typed gives way to other values to begin with", () => {
  render(<Tabs />);
  type("3");
  open("solution");
  expect(field().value).toBe("solution");
  open("what-if");
  expect(field().value).toBe("typical");
});

test("without KeepsState it is the state of the component", () => {
  const { unmount } = render(<Field name="what-if" />);
  type("3");
  unmount();
  render(<Field name="what-if" />);
  expect(field().value).toBe("typical");
});

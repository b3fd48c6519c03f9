import "../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { KeepsState, useKeptState } from "./kept-state.js";

beforeEach(() => {
  sessionStorage.clear();
  openPage("navigate");
});
afterEach(cleanup);

/** Begins a page that was opened so. */
function openPage(type: "navigate" | "reload"): void {
  performance.getEntriesByType = () => [fromPartial<PerformanceNavigationTiming>({ type })];
}

/** Begins the page anew. An unloaded page cleans nothing up. */
function reload(type: "navigate" | "reload" = "reload"): void {
  const stored = { ...sessionStorage };
  cleanup();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  openPage(type);
}

const start = { inputs: "typical" };
const solution = { inputs: "solution" };

function Field({ name, of }: { name: string; of?: typeof start }) {
  const [value, setValue] = useKeptState(name, () => (of ?? start).inputs, of);
  return <input aria-label={name} value={value} onChange={(event) => setValue(event.target.value)} />;
}

function Tabs() {
  const [tab, setTab] = useState(<Field name="what-if" />);
  return (
    <KeepsState name="model of ann">
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

test("a reload keeps what was typed in each tab, and in a tab that was not opened since", () => {
  render(<Tabs />);
  type("3");
  open("optimization");
  type("4");
  reload();
  render(<Tabs />);
  reload();
  render(<Tabs />);
  expect(field().value).toBe("3");
  open("optimization");
  expect(field().value).toBe("4");
});

test.each(["page that was opened anew", "visit after the forms were left"])("a %s begins with the first values", (way) => {
  render(<Tabs />);
  type("3");
  open("optimization");
  type("4");
  reload(way.startsWith("page") ? "navigate" : "reload");
  if (way.startsWith("visit")) {
    render(<Tabs />);
    cleanup();
  }
  render(<Tabs />);
  expect(field().value).toBe("typical");
  open("optimization");
  expect(field().value).toBe("typical");
});

test("a reload keeps maps within what was typed", () => {
  const Ranges = () => {
    const [{ ranges }, setDraft] = useKeptState("optimization", () => ({ ranges: new Map<string, { from: string }>() }));
    return (
      <button type="button" onClick={() => setDraft({ ranges: new Map([["heat", { from: "110" }]]) })}>
        {`from ${ranges.get("heat")?.from}`}
      </button>
    );
  };
  const page = () =>
    render(
      <KeepsState name="model of ann">
        <Ranges />
      </KeepsState>,
    );
  page();
  fireEvent.click(screen.getByText("from undefined"));
  reload();
  page();
  screen.getByText("from 110");
});

import "../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useStateOverReload } from "./use-state-over-reload.js";

function Form() {
  const [{ target }, setDraft] = useStateOverReload("form of ann", () => ({ target: "none" }));
  return <button type="button" onClick={() => setDraft({ target: "yield" })}>{`target: ${target}`}</button>;
}

/** Shows the form on a page that was opened so. */
function open(type: "navigate" | "reload") {
  performance.getEntriesByType = () => [fromPartial<PerformanceNavigationTiming>({ type })];
  render(<Form />);
}

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test("a reload keeps what was entered, another way to the form does not", () => {
  open("navigate");
  fireEvent.click(screen.getByText("target: none"));
  // An unloaded page cleans nothing up.
  const kept = sessionStorage.getItem("form of ann") ?? "";
  cleanup();
  sessionStorage.setItem("form of ann", kept);
  open("reload");
  screen.getByText("target: yield");
  cleanup();
  sessionStorage.setItem("form of ann", kept);
  open("navigate");
  screen.getByText("target: none");
});

test("a form that is left starts anew", () => {
  open("navigate");
  fireEvent.click(screen.getByText("target: none"));
  cleanup();
  open("reload");
  screen.getByText("target: none");
});

import "../testing/dom.js";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { messages } from "../feedback/messages.js";
import { renderScreen } from "../testing/render.js";
import { Chunk } from "./chunk.js";
import { lazyChunk } from "./load-chunk.js";

const { fetch } = globalThis;
beforeEach(() => {
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  // React logs every error that a boundary catches.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = fetch;
  jest.restoreAllMocks();
});

/** A screen with a part that cannot be loaded for the first `failures` times. */
async function renderPart(failures: number): Promise<void> {
  let attempts = 0;
  const Part = lazyChunk<object>(async () => {
    attempts += 1;
    if (attempts <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>Optimization</p> };
  });
  const content = (
    <>
      <h1>Consumption</h1>
      <Chunk>
        <Part />
      </Chunk>
    </>
  );
  await renderScreen(content, { messages: [messages] });
}
const tryAgain = async () => await userEvent.click(await screen.findByRole("button", { name: "Try again" }));

test("a part that was not loaded says so in its place, and is loaded when one tries again", async () => {
  await renderPart(1);
  expect((await screen.findByRole("alert")).textContent).toContain("A part of this screen was not loaded");
  screen.getByRole("heading", { name: "Consumption" });
  await tryAgain();
  await screen.findByText("Optimization");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a part that fails again offers to reload the page", async () => {
  await renderPart(2);
  await tryAgain();
  await screen.findByRole("button", { name: "Reload" });
  screen.getByRole("heading", { name: "Consumption" });
});

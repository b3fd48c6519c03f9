import "../testing/dom.js";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { messages as feedback } from "../feedback/messages.js";
import { lazyChunk } from "../routing/load-chunk.js";
import { ScreenErrorBoundary } from "../routing/screen-error-boundary.js";
import { renderScreen } from "../testing/render.js";
import { DialogChunk } from "./dialog-chunk.js";
import { messages } from "./messages.js";

const Missing = lazyChunk<object>(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));

/** Answers with the console's page, as the server does, which names the script of a build. */
function serve(script: string): void {
  globalThis.fetch = async () => new Response(`<script type="module" src="./assets/${script}"></script>`);
}

let ownScript: HTMLScriptElement;

beforeEach(() => {
  ownScript = document.createElement("script");
  ownScript.type = "module";
  ownScript.setAttribute("src", "./assets/index-1.js");
  document.head.append(ownScript);
  // React logs every error that a boundary catches.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});
const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  ownScript.remove();
  jest.restoreAllMocks();
});

function ScreenWithDialog() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <ScreenErrorBoundary>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      {open ? (
        <DialogChunk onClose={close}>
          <Missing />
        </DialogChunk>
      ) : null}
    </ScreenErrorBoundary>
  );
}

test("a dialog that was not loaded says so in its place, and the screen stays when it is closed", async () => {
  serve("index-1.js");
  await renderScreen(<ScreenWithDialog />, { messages: [messages, feedback] });
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  const notice = await screen.findByRole("alertdialog", { name: "A part of this screen was not loaded" });
  expect(notice.textContent).toContain("Check your connection");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  screen.getByRole("button", { name: "Share" });
});

test("after an update of the server, a part that is gone tells that a new version is there, and offers to reload", async () => {
  serve("index-2.js");
  await renderScreen(
    <ScreenErrorBoundary>
      <Missing />
    </ScreenErrorBoundary>,
    { messages: [feedback] },
  );
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("A new version is available");
  screen.getByRole("button", { name: "Reload" });
});

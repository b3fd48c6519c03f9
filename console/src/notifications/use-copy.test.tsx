import "../testing/dom.js";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../testing/services.js";
import { useCopy } from "./use-copy.js";

afterEach(cleanup);

function Token() {
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  return (
    <button type="button" onClick={() => copy("token", () => setCopied(true))}>
      {copied ? "Copied" : "Copy"}
    </button>
  );
}

test.each([
  [true, "Copied"],
  [false, /^The browser did not let the page copy\./],
])("whether the browser copied a text is told: %s", async (isCopied, told) => {
  // jsdom has neither a clipboard nor this command.
  document.execCommand = () => isCopied;
  await renderWithServices(<Token />);
  fireEvent.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText(told);
});

import "../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Failure } from "../feedback/failure.js";
import { apiError, renderWithServices } from "../testing/services.js";
import { LanguageMenu } from "./language-menu.js";

afterEach(cleanup);

test("another language changes the texts at once, those of errors too, and the page's language", async () => {
  await renderWithServices(
    <>
      <LanguageMenu />
      <Failure error={apiError(ERRORS.tooManyRequests, { status: 429 })} />
    </>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Too many requests");
  fireEvent.click(screen.getByRole("button", { name: "Language" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "日本語" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).not.toContain("Too many requests"));
  expect(screen.getByRole("alert").textContent).toContain(ERRORS.tooManyRequests);
  expect(screen.getByLabelText("言語")).toBeTruthy();
  expect(document.documentElement.lang).toBe("ja");
});

import "../../testing/dom.js";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import TextsScreen from "./texts-screen.js";

afterEach(cleanup);

test("the language is asked for only where texts of a state are shown, of which each language has its own", async () => {
  await renderWithServices(<TextsScreen />, { api: { textEdits: async () => ({ edits: {}, file: {} }) as never } });
  const show = await screen.findByRole("combobox", { name: "Show" });
  expect(screen.queryByRole("combobox", { name: "Language" })).toBeNull();
  fireEvent.mouseDown(show);
  fireEvent.click(screen.getByRole("option", { name: "Not checked" }));
  expect(screen.getByRole("combobox", { name: "Language" })).toBeTruthy();
});

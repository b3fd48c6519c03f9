import "../testing/dom.js";
import type { FilePreview, ReadingFields } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { CsvDialectDialog } from "./csv-dialect-dialog.js";
import type { ReadSource } from "./read-source.js";

afterEach(cleanup);

const READ: FilePreview = {
  encoding: "utf-8",
  delimiter: ",",
  decimal: ".",
  sheets: [],
  sheet: null,
  columns: [{ name: "heat", type: "n" }],
  rows: [[1.5], [null]],
  problem: null,
};
const fault = { name: "wrongEncoding", values: { encoding: "big5" } };
const REFUSED: FilePreview = {
  ...READ,
  columns: [],
  rows: [],
  problem: { tukey_error: "010407", detail: [{ path: "encoding", message: "English text", fault }] },
};

async function open(preview: (options: ReadingFields) => FilePreview, source: Partial<ReadSource> = {}) {
  const onSubmit = jest.fn();
  const asked = jest.fn(async (options: ReadingFields) => preview(options));
  const read: ReadSource = { name: "oven.csv", format: "csv", options: {}, key: "1", preview: asked, ...source };
  await renderWithServices(<CsvDialectDialog open source={read} onSubmit={onSubmit} onClose={() => undefined} />);
  return { onSubmit, asked };
}

async function choose(label: string, option: string) {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: label }));
  fireEvent.click(within(await screen.findByRole("listbox")).getByRole("option", { name: option }));
}

test("the preview follows each choice, and the choices are passed on", async () => {
  const { asked, onSubmit } = await open(({ header }) =>
    header === "none" ? { ...READ, columns: [{ name: "Column1", type: "s" }] } : READ,
  );
  expect(await screen.findByRole("columnheader", { name: /heat/ })).toBeTruthy();
  await choose("Column names", "None: number the columns");
  expect(await screen.findByRole("columnheader", { name: /Column1/ })).toBeTruthy();
  expect(asked).toHaveBeenLastCalledWith({ header: "none" }, expect.anything());
  fireEvent.click(screen.getByText("Read again"));
  expect(onSubmit).toHaveBeenCalledWith({ header: "none" });
});

test("what was detected is told where nothing is chosen", async () => {
  await open(({ delimiter = "," }) => ({ ...READ, delimiter }));
  await screen.findByRole("columnheader", { name: /heat/ });
  const shown = () => ["Encoding", "Delimiter", "Decimal mark"].map((name) => screen.getByRole("combobox", { name }).textContent);
  expect(shown()).toEqual(["UTF-8 (detected)", "Comma (detected)", "Point: 1.5 (detected)"]);
  await choose("Delimiter", "Semicolon");
  await screen.findByText("UTF-8 (detected)");
  expect(shown()).toEqual(["UTF-8 (detected)", "Semicolon", "Point: 1.5 (detected)"]);
});

test("a dataset's time zone is shown and can be changed; a file that is not stored yet has none", async () => {
  const { onSubmit } = await open(() => READ, { timezone: "UTC" });
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  expect(field.value).toBe("UTC");
  act(() => field.focus());
  fireEvent.change(field, { target: { value: "Europe/Ber" } });
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.click(screen.getByText("Read again"));
  expect(onSubmit).toHaveBeenCalledWith({ timezone: "Europe/Berlin" });
  cleanup();
  await open(() => READ);
  expect(screen.queryByRole("combobox", { name: "Time zone" })).toBeNull();
});

test("a choice with which the file cannot be read is marked, with its cause", async () => {
  await open(({ encoding }) => (encoding ? REFUSED : READ));
  await choose("Encoding", "Big5 (繁體中文)");
  const field = await waitFor(
    () => {
      const found = screen.getByRole("combobox", { name: "Encoding" });
      expect(found.getAttribute("aria-invalid")).toBe("true");
      return found;
    },
    { timeout: 30_000 },
  );
  const told = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(told?.textContent).toBe("The file has bytes that are not valid Big5 (繁體中文): choose another encoding");
  expect((await screen.findByRole("alert")).textContent).toContain("010407");
});

test("a workbook offers its sheets in the place of a text's options", async () => {
  const sheets = ["First", "Second"];
  const { asked } = await open(() => ({ ...READ, sheets }), { format: "xlsx" });
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Sheet" }).textContent).toBe("First"));
  await choose("Sheet", "Second");
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ sheet: "Second" }, expect.anything()));
  expect(screen.queryByRole("combobox", { name: "Delimiter" })).toBeNull();
});

test.each([
  ["csv", 1],
  ["xlsx", 0],
] as const)("the preview of a file of type %s says that it reads the beginning alone only where it does", async (format, count) => {
  await open(() => READ, { format });
  await screen.findByRole("columnheader", { name: /heat/ });
  expect(screen.queryAllByText(/reads the first 256 KiB/)).toHaveLength(count);
});

const TITLED: FilePreview = {
  ...REFUSED,
  problem: { tukey_error: "010404", detail: [{ path: "columns[1]", message: "", fault: { name: "namesInLine", values: { names: "3" } } }] },
};

test("the line of the names that the server supposes is taken with one click", async () => {
  const { asked, onSubmit } = await open(({ skip_rows }) => (skip_rows ? READ : TITLED));
  fireEvent.click(await screen.findByText("Take line 3 as the names"));
  expect(await screen.findByRole("columnheader", { name: /heat/ })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Names are in line" }).value).toBe("3");
  expect(screen.queryByText("Take line 3 as the names")).toBeNull();
  expect(asked).toHaveBeenLastCalledWith({ skip_rows: 2 }, expect.anything());
  fireEvent.click(screen.getByText("Read again"));
  expect(onSubmit).toHaveBeenCalledWith({ skip_rows: 2 });
});

test("the row of the names is typed, from 1, and only a row is passed on", async () => {
  const { asked } = await open(() => READ, { format: "xlsx", options: { skip_rows: 1 } });
  const field = await screen.findByRole<HTMLInputElement>("spinbutton", { name: "Names are in row" });
  expect(field.value).toBe("2");
  for (const typed of ["", "0", "5"]) fireEvent.change(field, { target: { value: typed } });
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ skip_rows: 4 }, expect.anything()));
  expect(asked.mock.calls.map(([{ skip_rows }]) => skip_rows)).toEqual([undefined, 4]);
  fireEvent.change(field, { target: { value: "" } });
  fireEvent.blur(field);
  expect(field.value).toBe("5");
  await choose("Column names", "None: number the columns");
  expect(screen.getByRole("spinbutton", { name: "Rows begin in row" })).toBeTruthy();
});

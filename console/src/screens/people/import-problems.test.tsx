import "../../testing/dom.js";
import { ApiError } from "@agatha/contracts/client";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { ImportProblems } from "./import-problems.js";

afterEach(cleanup);

const refusal = (...paths: string[]) =>
  new ApiError(
    "010201",
    400,
    "Bad request",
    paths.map((path) => ({ path, message: "wrong" })),
  );

test("each wrong cell is told with its row counted from 1, its column and what it has to be", async () => {
  const paths = ["rows[0].auth", "rows[1199].due_date", "rows[2].model_limit", "rows[3].is_active", "columns"];
  await renderWithServices(<ImportProblems error={refusal(...paths)} />);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Row 1, auth: must be manager or normal",
    "Row 1,200, due_date: must be a day such as 2030-12-31; a subscription (SP) needs a due date",
    "Row 3, model_limit: must be a whole number; -1 means no limit",
    "Row 4, is_active: must be yes or no",
    "The column username is missing.",
  ]);
});

test("a column that no account has is told by its name", async () => {
  const fault = { name: "unknownAccountColumn", values: { position: "2", column: "password" } };
  const detail = [
    { path: "columns[1]", message: "", fault },
    { path: "columns", message: "" },
  ];
  await renderWithServices(<ImportProblems error={new ApiError("010405", 400, "Bad request", detail)} />);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Column 2 is named password, as no setting of an account is: rename it, or leave it out.",
    "The column username is missing.",
  ]);
});

test("a file that is no table of accounts is told by its fault, which has a text in each language", async () => {
  const detail = { path: "file", message: "text of the server", fault: { name: "tooManyRows", values: { expected: "1000" } } };
  await renderWithServices(<ImportProblems error={new ApiError("010406", 400, "Bad request", [detail])} />);
  screen.getByText("The file has more than 1000 rows: send it in parts");
  expect(screen.queryByText("text of the server")).toBeNull();
});

test("another error of the file is told as it is elsewhere", async () => {
  await renderWithServices(<ImportProblems error={refusal("file")} />);
  screen.getByText("wrong");
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});

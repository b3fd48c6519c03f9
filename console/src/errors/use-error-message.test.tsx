import "../testing/dom.js";
import { ApiError } from "@agatha/contracts/client";
import type { ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { cleanup, screen } from "@testing-library/react";
import { Failure } from "../feedback/failure.js";
import { renderWithServices } from "../testing/services.js";

afterEach(cleanup);

test("an error that the catalogue has is told by its message", async () => {
  await renderWithServices(<Failure error={new ApiError("010101", 500, "Unknown Error")} />);
  expect(screen.getByText("Unknown Error")).toBeTruthy();
  expect(screen.getByText("Error 010101")).toBeTruthy();
});

test("an error of a newer server, whose code the page does not know, is told by the server's words", async () => {
  await renderWithServices(<Failure error={new ApiError("999999" as ErrorCode, 409, "The tape is full")} />);
  expect(screen.getByText("The tape is full")).toBeTruthy();
  expect(screen.getByText("Error 999999")).toBeTruthy();
  expect(screen.queryByText("errors.999999")).toBeNull();
});

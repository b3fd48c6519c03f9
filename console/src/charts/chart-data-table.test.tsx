import "../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { ChartDataTable } from "./chart-data-table.js";

afterEach(cleanup);

test("the name of a column of numbers stands over them, also where some are missing", async () => {
  const table = {
    columns: ["plant", "hardness"],
    rows: [
      ["north", null],
      ["south", 512.5],
    ],
  };
  await renderWithServices(<ChartDataTable title="Hardness" table={table} height="auto" />, {});
  const isRight = ({ className }: HTMLElement) => className.includes("alignRight");
  expect(screen.getAllByRole("columnheader").map(isRight)).toEqual([false, true]);
  expect(screen.getAllByRole("cell").map(isRight)).toEqual([false, true, false, true]);
});

import "../../../testing/dom.js";
import type { Chart } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../../../testing/services.js";
import type { ChartedRows } from "../charts/chart-rows.js";
import { SavedChartCard } from "./saved-chart-card.js";

afterEach(cleanup);

const rows = fromPartial<ChartedRows>({ table: { columns: [], rows: [] }, offered: [], note: "" });
const nothing = () => undefined;

test("a title that another editor gave stays when nothing is typed, and what is typed is saved", async () => {
  const renamed: string[] = [];
  function Dashboard() {
    const [title, setTitle] = useState("");
    const chart = { id: "c", kind: "histogram", x: "speed", title } as Chart;
    return (
      <>
        <SavedChartCard
          chart={chart}
          rows={rows}
          number={1}
          onRename={(to) => renamed.push(to)}
          onUp={undefined}
          onDown={undefined}
          onDelete={nothing}
        />
        <button type="button" onClick={() => setTitle("Furnace 3")}>
          Rename elsewhere
        </button>
      </>
    );
  }
  await renderWithServices(<Dashboard />);
  const field = () => screen.getByRole<HTMLInputElement>("textbox");
  fireEvent.click(screen.getByRole("button", { name: "Rename elsewhere" }));
  expect(field().value).toBe("Furnace 3");
  fireEvent.blur(field());
  expect(renamed).toEqual([]);
  fireEvent.change(field(), { target: { value: "Furnace 4 " } });
  fireEvent.blur(field());
  expect(renamed).toEqual(["Furnace 4"]);
});

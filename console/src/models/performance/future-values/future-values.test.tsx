import "../../../testing/dom.js";
// That of jsdom cannot be read.
import { File } from "node:buffer";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../../../testing/services.js";
import { FutureValues } from "./future-values.js";
import { useGivenValues } from "./use-given-values.js";

afterEach(cleanup);

const periods = ["2025-01-01T00:00:00.000Z", "2025-02-01T00:00:00.000Z"];
const steps = periods.map((time, i) => ({ step: i + 1, time, value: 5, lower: 4, upper: 6 }));
const columns = [{ column: "price", history: [], values: [1, 1], given: [false, false] }];
const times = new Map(["A", "B"].map((name) => [name, periods]));

/** The values of the series A and B, one of which is shown. */
function Plan({ known = columns }: { known?: typeof columns }) {
  const [series, setSeries] = useState("A");
  const { planned, setPlanned, fromFile, takeFile, given } = useGivenValues();
  return (
    <>
      <FutureValues
        key={series}
        model={{ id: "m1", dataset_id: "d1" } as ModelAnswer}
        forecast={{ time: "month", steps, columns: known, seriesColumn: "shop", series }}
        times={times}
        fromFile={fromFile}
        onFile={takeFile}
        planned={planned?.series === series ? planned : undefined}
        onForecast={setPlanned}
      />
      {["A", "B"].map((name) => (
        <button type="button" key={name} onClick={() => setSeries(name)}>
          {name}
        </button>
      ))}
      <p>{`given: ${JSON.stringify([...given].map(([name, values]) => [name, [...values]]))}`}</p>
    </>
  );
}

const prices = () => screen.getAllByRole<HTMLInputElement>("textbox", { name: /^price/ }).map(({ value }) => value);
const show = (series: string) => fireEvent.click(screen.getByRole("button", { name: series }));
const enter = async (january: string, february = "1") => {
  const fields = screen.getAllByRole("textbox", { name: /^price/ });
  for (const [i, value] of [january, february].entries()) fireEvent.change(fields[i]!, { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Forecast with these values" }));
  await screen.findByText(/^given: .*"A"/);
};
const chooseFile = (file: Pick<File, "arrayBuffer">) =>
  fireEvent.change(document.querySelector("input[type=file]")!, { target: { files: [file] } });
const readFile = async (text: string) => {
  chooseFile(new File([text], "plan.csv", { type: "text/csv" }));
  await screen.findByText(/^given: .*9/);
};
const calculate = async () => ({ result: { value: [7, 8] } }) as never;

test("entered values of a series are in its fields again after another one was shown", async () => {
  await renderWithServices(<Plan />, { api: { calculate } });
  await enter("3");
  show("B");
  expect(prices()).toEqual(["1", "1"]);
  show("A");
  expect(prices()).toEqual(["3", "1"]);
});

test("a file that is read later counts instead of what was entered for its periods", async () => {
  await renderWithServices(<Plan />, { api: { calculate } });
  await enter("3", "4");
  await readFile("month,shop,price\n2025-01,A,9\n");
  await waitFor(() => expect(prices()).toEqual(["9", "4"]));
  screen.getByText('given: [["A",[[0,[9]],[1,[4]]]]]');
  show("B");
  show("A");
  expect(prices()).toEqual(["9", "4"]);
});

test("a file of other series leaves what was entered", async () => {
  await renderWithServices(<Plan />, { api: { calculate } });
  await enter("3");
  await readFile("month,shop,price\n2025-01,B,9\n");
  await screen.findByText('given: [["B",[[0,[9]]]],["A",[[0,[3]],[1,[1]]]]]');
  expect(prices()).toEqual(["3", "1"]);
});

test("a file in another encoding is read once the encoding is named", async () => {
  const known = [{ ...columns[0]!, column: "價格" }];
  const priceInBig5 = Buffer.from([0xbb, 0xf9, 0xae, 0xe6]);
  await renderWithServices(<Plan known={known} />);
  chooseFile(new File(["month,shop,", priceInBig5, "\n2025-01,A,9\n"], "plan.csv"));
  await screen.findByText("Line 1: there is no column 價格.");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Encoding" }));
  fireEvent.click(within(await screen.findByRole("listbox")).getByRole("option", { name: "Big5 (繁體中文)" }));
  await screen.findByText('given: [["A",[[0,[9]]]]]');
});

test("a file that cannot be read is told", async () => {
  await renderWithServices(<Plan />);
  chooseFile({ arrayBuffer: async () => await Promise.reject(new DOMException("", "NotReadableError")) });
  await screen.findByText("The file could not be read");
});

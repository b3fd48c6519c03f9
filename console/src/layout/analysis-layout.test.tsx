import "../testing/dom.js";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { currentProduct } from "../routing/products.js";
import { ScreensProvider } from "../routing/screens-context.js";
import { SCREENS } from "../screens/screens.js";
import { renderWithServices } from "../testing/services.js";
import { AnalysisLayout } from "./analysis-layout.js";

afterEach(cleanup);

const screens = (
  <ScreensProvider value={SCREENS}>
    <Routes>
      <Route path="/home" element={<p>Home page</p>} />
      <Route path="/analysis/*" element={<AnalysisLayout />} />
    </Routes>
  </ScreensProvider>
);

test("a shared dataset of a product that the account does not have leads home, and the user is told why", async () => {
  const dataset = async () => ({ id: "d1", product_type: "occ", role: "viewer", status: "evaluating_finish" }) as DatasetAnswer;
  await renderWithServices(screens, {
    path: "/analysis/dataset?datasetID=d1&p=occ",
    api: { dataset },
    user: { product_occ_enable: false },
  });
  await screen.findByText("Home page");
  await screen.findByText(/does not have this product/);
});

test("an address with a product that the account does not have stands until the dataset is known, and then has the dataset's product", async () => {
  sessionStorage.clear();
  localStorage.clear();
  let answer: (dataset: DatasetAnswer) => void = () => {};
  const dataset = () => new Promise<DatasetAnswer>((resolve) => (answer = resolve));
  const api = { dataset };
  const user = { product_occ_enable: false, product_quality_enable: true };
  await renderWithServices(screens, { path: "/analysis/dataset?datasetID=d2&p=occ", api, user });
  expect(screen.queryByText("Home page")).toBeNull();
  expect(currentProduct(localStorage)).toBe("all");
  answer({ id: "d2", title: "Cars", product_type: "quality", role: "viewer", status: "evaluating_finish" } as DatasetAnswer);
  await waitFor(() => expect(currentProduct(localStorage)).toBe("quality"));
  expect(screen.queryByText(/does not have this product/)).toBeNull();
});

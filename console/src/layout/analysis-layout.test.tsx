import "../testing/dom.js";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { ScreensProvider } from "../routing/screens-context.js";
import { SCREENS } from "../screens.js";
import { renderWithServices } from "../testing/services.js";
import { AnalysisLayout } from "./analysis-layout.js";

afterEach(cleanup);

test("a shared dataset of a product that the account does not have leads home, and the user is told why", async () => {
  const dataset = async () => ({ id: "d1", product_type: "occ", role: "viewer" }) as DatasetAnswer;
  const screens = (
    <ScreensProvider value={SCREENS}>
      <Routes>
        <Route path="/home" element={<p>Home</p>} />
        <Route path="/analysis/*" element={<AnalysisLayout />} />
      </Routes>
    </ScreensProvider>
  );
  await renderWithServices(screens, {
    path: "/analysis/dataset?datasetID=d1&p=occ",
    api: { dataset },
    user: { product_occ_enable: false },
  });
  await screen.findByText("Home");
  await screen.findByText(/does not have this product/);
});

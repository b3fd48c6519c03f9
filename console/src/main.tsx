import { createHttpClient } from "@agatha/contracts/client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, createServices } from "./app.js";
import { basePathOf } from "./base-path.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");

const connection = createHttpClient(basePathOf(document.baseURI), window.fetch.bind(window));
const services = await createServices(connection);
createRoot(root).render(
  <StrictMode>
    <App {...services} />
  </StrictMode>,
);

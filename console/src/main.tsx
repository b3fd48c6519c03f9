import { createHttpClient } from "@agatha/contracts/client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, createServices } from "./app.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");

const httpClient = createHttpClient(basePathOf(document.baseURI), window.fetch.bind(window));
const services = await createServices(httpClient);
createRoot(root).render(
  <StrictMode>
    <App {...services} />
  </StrictMode>,
);

/** Path that the server has us under, without a slash at its end: `/tukey`. It stands in `<base href>`, so no build knows it. */
function basePathOf(baseUri: string): string {
  return new URL(baseUri).pathname.replace(/\/+$/, "");
}

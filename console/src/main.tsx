import { createHttpClient } from "@agatha/contracts/client";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App, createServices } from "./app.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");

const httpClient = createHttpClient(basePathOf(document.baseURI), window.fetch.bind(window));
const services = await createServices(httpClient);
// A transition is rendered in slices between which the browser answers the user.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App {...services} />
    </StrictMode>,
  ),
);

/** Base path of the server, without a trailing slash: `/tukey`. It is read from `<base href>`, so no build contains it. */
function basePathOf(baseUri: string): string {
  return new URL(baseUri).pathname.replace(/\/+$/, "");
}

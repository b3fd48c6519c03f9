import { createHttpClient } from "@agatha/contracts/client";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { fetchInTurn } from "./api/fetch-in-turn.js";
import "./next-task.js";
import { App, createServices } from "./app.js";
import { basePath } from "./routing/address.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");

const httpClient = createHttpClient(basePath(), fetchInTurn(window.fetch.bind(window)));
const services = await createServices(httpClient);
// A transition is rendered in slices between which the browser answers the user.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App {...services} />
    </StrictMode>,
  ),
);

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHttpClient } from "./api/connection.js";
import { App, createServices } from "./app.js";
import { basePathOf } from "./base-path.js";
import { createI18nProvider } from "./i18n/provider.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");

const connection = createHttpClient(basePathOf(document.baseURI), window.fetch.bind(window));
const i18nProvider = await createI18nProvider(localStorage, navigator.languages);
const services = createServices(connection, i18nProvider);
createRoot(root).render(
  <StrictMode>
    <App {...services} />
  </StrictMode>,
);

import "./dom.js";
import { cleanup, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { AdminContext } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { DialogsProvider } from "../dialogs/dialogs.js";
import type { AnyMessages } from "../i18n/messages.js";
import { createI18nProvider } from "../i18n/provider.js";

interface RenderOptions {
  /** Texts of the folders that the component shows. */
  messages: readonly AnyMessages[];
  path?: string;
}

/** Renders a component in English with the router, react-admin and dialogs around it. Removes what the test before rendered. */
export async function renderScreen(content: ReactNode, { messages, path = "/" }: RenderOptions): Promise<RenderResult> {
  cleanup();
  const i18nProvider = await createI18nProvider(messages, localStorage, ["en"]);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <AdminContext i18nProvider={i18nProvider}>
        <DialogsProvider>{content}</DialogsProvider>
      </AdminContext>
    </MemoryRouter>,
  );
}

import "./dom.js";
import { cleanup, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { CoreAdminContext } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { DialogsProvider } from "../dialogs/dialogs.js";
import type { AnyMessages } from "../i18n/messages.js";
import { createTranslator } from "../i18n/translator.js";
import { TranslatorProvider } from "../i18n/translator-context.js";

interface RenderOptions {
  /** Message namespaces that the component uses. */
  messages: readonly AnyMessages[];
  path?: string;
}

/** Renders a component in English inside the router, react-admin and the dialog provider. Removes what the previous test rendered. */
export async function renderScreen(content: ReactNode, { messages, path = "/" }: RenderOptions): Promise<RenderResult> {
  cleanup();
  const translator = await createTranslator(messages, localStorage, ["en"]);
  return render(
    <MemoryRouter initialEntries={[path]}>
      <TranslatorProvider translator={translator}>
        <CoreAdminContext>
          <DialogsProvider>{content}</DialogsProvider>
        </CoreAdminContext>
      </TranslatorProvider>
    </MemoryRouter>,
  );
}

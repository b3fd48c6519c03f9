import "./dom.js";
import type { ApiClient, HttpClient } from "@agatha/contracts/client";
import { apiErrorFromResponse } from "@agatha/contracts/client";
import type { ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import type { SignOnAnswer, UserAnswer } from "@agatha/contracts/wire";
import { QueryClient } from "@tanstack/react-query";
import { cleanup, type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import {
  CoreAdminContext,
  type CoreAdminContextProps,
  type DataProvider,
  type DeleteParams,
  type GetListParams,
  type GetListResult,
  type UpdateParams,
} from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { type Services, ServicesProvider } from "../api/services.js";
import { createSessionMarker } from "../api/session-marker.js";
import { createWorkLog } from "../api/work-log.js";
import { DialogsProvider } from "../dialogs/dialogs.js";
import { useI18nProvider } from "../i18n/react-admin/use-i18n-provider.js";
import { createTranslator } from "../i18n/translator.js";
import { TranslatorProvider } from "../i18n/translator-context.js";
import { Notifications } from "../notifications/notifications.js";
import { UndoableDeletesProvider } from "../notifications/undoable-deletes.js";
import { PUBLIC_MESSAGES } from "../public-messages.js";
import { UserProvider } from "../routing/session.js";
import { PUBLIC_SCREENS } from "../screens/public-screens.js";
import { SCREENS } from "../screens/screens.js";
import { SIGNED_IN_MESSAGES } from "../signed-in-messages.js";
import { ColorModeProvider } from "../theme/color-mode.js";

const MESSAGES = [...PUBLIC_MESSAGES, ...SIGNED_IN_MESSAGES, ...[...PUBLIC_SCREENS, ...SCREENS].map((screen) => screen.messages)];

const NO_SIGN_ON: SignOnAnswer = { provider: null, mails_reset_links: false };

/** Some methods of a DataProvider. In its own types they are generic, which no function of a test is. */
interface ListAnswers {
  getList?(resource: string, params: GetListParams): Promise<GetListResult>;
  update?(resource: string, params: UpdateParams): Promise<unknown>;
  delete?(resource: string, params: DeleteParams): Promise<unknown>;
}

interface ServicesOptions {
  /** Answers of the server. A call without one fails the test. */
  api?: Partial<ApiClient>;
  /** Answers of react-admin's lists under `/rest`. */
  data?: ListAnswers;
  httpClient?: Partial<HttpClient>;
  user?: Partial<UserAnswer>;
  /** Address at the start. */
  path?: string;
}

/** An error response of the server. */
export const apiError = (code: ErrorCode, { status = 400, detail = [] as { path: string; message: string }[] } = {}) =>
  apiErrorFromResponse(status, { tukey_error: code, message: "English text", detail });

/** Renders a component in English inside the providers that the app puts around a screen. Removes the component of the previous test. */
export async function renderWithServices(content: ReactNode, options: ServicesOptions = {}): Promise<RenderResult> {
  cleanup();
  localStorage.clear();
  const translator = await createTranslator(MESSAGES, localStorage, ["en"]);
  // Without collection of old answers, whose timers would keep the process from ending.
  const kept = { retry: false, gcTime: Number.POSITIVE_INFINITY };
  const queryClient = new QueryClient({ defaultOptions: { queries: kept, mutations: kept } });
  return render(
    <MemoryRouter initialEntries={[options.path ?? "/"]}>
      <ServicesProvider value={servicesOf(options)}>
        <TranslatorProvider translator={translator}>
          <ColorModeProvider>
            <TestedAdmin queryClient={queryClient} dataProvider={answersOnly("dataProvider", options.data ?? {}) as DataProvider}>
              <UserProvider value={{ id: "1", username: "ann", auth: "manager", has_password: true, ...options.user } as UserAnswer}>
                <UndoableDeletesProvider>
                  <DialogsProvider>{content}</DialogsProvider>
                </UndoableDeletesProvider>
                <Notifications />
              </UserProvider>
            </TestedAdmin>
          </ColorModeProvider>
        </TranslatorProvider>
      </ServicesProvider>
    </MemoryRouter>,
  );
}

function TestedAdmin(props: CoreAdminContextProps) {
  return <CoreAdminContext {...props} i18nProvider={useI18nProvider()} />;
}

function servicesOf({ api = {}, httpClient = {} }: ServicesOptions): Services {
  return {
    api: answersOnly("api", { signOn: async () => NO_SIGN_ON, ...api }) as ApiClient,
    httpClient: answersOnly("httpClient", { basePath: "", inSession: <T,>(work: () => Promise<T>) => work(), ...httpClient }) as HttpClient,
    sessionMarker: createSessionMarker(localStorage),
    workLog: createWorkLog(localStorage, { postMessage: () => undefined, addEventListener: () => undefined }),
  };
}

/** Throws an error that names the call if a test has no answer for it. */
function answersOnly<T extends object>(name: string, answers: T): T {
  return new Proxy(answers, {
    get(target, key) {
      if (key in target) return Reflect.get(target, key) as unknown;
      // React and react-admin read these properties of any object.
      if (typeof key === "symbol" || ["then", "toJSON", "supportAbortSignal"].includes(key)) return undefined;
      return () => {
        throw new Error(`The test has no answer for ${name}.${key}`);
      };
    },
  });
}

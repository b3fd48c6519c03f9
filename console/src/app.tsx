import type { HttpClient } from "@agatha/contracts/client";
import { ApiError, createApiClient } from "@agatha/contracts/client";
import { CssBaseline } from "@mui/material";
import { QueryClient } from "@tanstack/react-query";
import { AdminContext, localStorageStore } from "react-admin";
import { BrowserRouter } from "react-router-dom";
import { createAuthProvider } from "./api/auth-provider.js";
import { createDataProvider } from "./api/data-provider.js";
import { QUERY_KEYS } from "./api/query-keys.js";
import { recordStartedWork } from "./api/record-started-work.js";
import { type Services, ServicesProvider } from "./api/services.js";
import { createSessionMarker } from "./api/session-marker.js";
import { createWorkLog } from "./api/work-log.js";
import { createI18nProvider } from "./i18n/provider.js";
import { Notifications } from "./notifications/notifications.js";
import { PUBLIC_MESSAGES } from "./public-messages.js";
import { PUBLIC_SCREENS } from "./public-screens.js";
import { ConsoleRoutes, SignedInRoutes } from "./routes.js";
import { darkTheme, lightTheme } from "./theme/themes.js";

const MESSAGES = [...PUBLIC_MESSAGES, ...PUBLIC_SCREENS.map((screen) => screen.messages)];

/** Longest wait for texts that the deployment or its managers changed. */
const TEXTS_TIMEOUT_MS = 3000;

/** Creates the services that the screens use. */
export async function createServices(httpClient: HttpClient) {
  const workLog = createWorkLog(localStorage, new BroadcastChannel("agatha.work"));
  const api = recordStartedWork(createApiClient(httpClient), workLog);
  const sessionMarker = createSessionMarker(localStorage);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: retryOnOutage, staleTime: 1000 } } });
  if (sessionMarker.isPresent()) {
    SignedInRoutes.preload();
    void queryClient.prefetchQuery({ queryKey: QUERY_KEYS.user, queryFn: ({ signal }) => api.user(signal) });
  }
  // Without an answer the console's own texts are shown.
  const { texts } = await api.texts(AbortSignal.timeout(TEXTS_TIMEOUT_MS)).catch(() => ({ texts: {} }));
  return {
    screens: { api, httpClient, sessionMarker, workLog } satisfies Services,
    admin: {
      i18nProvider: await createI18nProvider(MESSAGES, localStorage, navigator.languages, texts),
      authProvider: createAuthProvider(api, httpClient, sessionMarker),
      dataProvider: createDataProvider(httpClient),
      queryClient,
      store: localStorageStore(undefined, "agatha"),
    },
  };
}

/** react-admin with the console's own routes and layout. */
export function App({ screens, admin }: Awaited<ReturnType<typeof createServices>>) {
  return (
    <BrowserRouter basename={screens.httpClient.basePath}>
      <ServicesProvider value={screens}>
        <AdminContext {...admin} lightTheme={lightTheme} darkTheme={darkTheme}>
          <CssBaseline enableColorScheme />
          <ConsoleRoutes />
          <Notifications />
        </AdminContext>
      </ServicesProvider>
    </BrowserRouter>
  );
}

/** Retries outages only: the server would refuse a refused request again, as it does everything while its disk is full (507). */
function retryOnOutage(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}

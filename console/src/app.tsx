import { CssBaseline } from "@mui/material";
import { QueryClient } from "@tanstack/react-query";
import { AdminContext, type I18nProvider, localStorageStore } from "react-admin";
import { BrowserRouter } from "react-router-dom";
import { createApiClient } from "./api/api-client.js";
import { ApiError } from "./api/api-error.js";
import { createAuthProvider } from "./api/auth-provider.js";
import type { HttpClient } from "./api/connection.js";
import { createDataProvider } from "./api/data-provider.js";
import { type Services, ServicesProvider } from "./api/services.js";
import { createSessionMarker } from "./api/session-marker.js";
import { createStartedTrainings } from "./api/started-trainings.js";
import { DialogsProvider } from "./dialogs/dialogs.js";
import { Notifications } from "./notifications/notifications.js";
import { UndoableDeletesProvider } from "./notifications/undoable-deletes.js";
import { ConsoleRoutes } from "./routes.js";
import { darkTheme, lightTheme } from "./theme/themes.js";

/** Everything that the screens work with. */
export function createServices(connection: HttpClient, i18nProvider: I18nProvider) {
  const api = createApiClient(connection);
  const sessionMarker = createSessionMarker(localStorage);
  const startedTrainings = createStartedTrainings(localStorage, new BroadcastChannel("agatha.automatic"));
  return {
    screens: { api, connection, sessionMarker, startedTrainings } satisfies Services,
    admin: {
      i18nProvider,
      authProvider: createAuthProvider(api, connection, sessionMarker),
      dataProvider: createDataProvider(connection),
      queryClient: new QueryClient({ defaultOptions: { queries: { retry: retryOnOutage, staleTime: 1000 } } }),
      store: localStorageStore(undefined, "agatha"),
    },
  };
}

/** react-admin around the console's own routes and layout. */
export function App({ screens, admin }: ReturnType<typeof createServices>) {
  return (
    <BrowserRouter basename={screens.connection.basePath}>
      <ServicesProvider value={screens}>
        <AdminContext {...admin} lightTheme={lightTheme} darkTheme={darkTheme}>
          <CssBaseline enableColorScheme />
          <UndoableDeletesProvider>
            <DialogsProvider>
              <ConsoleRoutes />
            </DialogsProvider>
          </UndoableDeletesProvider>
          <Notifications />
        </AdminContext>
      </ServicesProvider>
    </BrowserRouter>
  );
}

/** Only an outage may pass; what the server refuses, it refuses again. */
function retryOnOutage(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

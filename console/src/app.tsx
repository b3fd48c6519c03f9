import { CssBaseline } from "@mui/material";
import { QueryClient } from "@tanstack/react-query";
import { AdminContext, type I18nProvider, localStorageStore } from "react-admin";
import { BrowserRouter } from "react-router-dom";
import { createApiClient } from "./api/api-client.js";
import { ApiError } from "./api/api-error.js";
import { createAuthProvider } from "./api/auth-provider.js";
import type { Connection } from "./api/connection.js";
import { type Services, ServicesProvider } from "./api/context.js";
import { createDataProvider } from "./api/data-provider.js";
import { createSignedIn } from "./api/signed-in.js";
import { DialogsProvider } from "./dialogs/dialogs.js";
import { createBegunBatches } from "./fitting/automatic/begun-batches.js";
import { Notifications } from "./notifications/notifications.js";
import { RecoverableDeletesProvider } from "./notifications/recoverable-deletes.js";
import { ConsoleRoutes } from "./routing/routes.js";
import { darkTheme, lightTheme } from "./theme/themes.js";

/** Everything that the screens work with. */
export function createServices(connection: Connection, i18nProvider: I18nProvider) {
  const api = createApiClient(connection);
  const signedIn = createSignedIn(localStorage);
  const begunBatches = createBegunBatches(localStorage, new BroadcastChannel("agatha.automatic"));
  return {
    screens: { api, connection, signedIn, begunBatches } satisfies Services,
    admin: {
      i18nProvider,
      authProvider: createAuthProvider(api, connection, signedIn),
      dataProvider: createDataProvider(connection),
      queryClient: new QueryClient({ defaultOptions: { queries: { retry: retryOutage, staleTime: 1000 } } }),
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
          <RecoverableDeletesProvider>
            <DialogsProvider>
              <ConsoleRoutes />
            </DialogsProvider>
          </RecoverableDeletesProvider>
          <Notifications />
        </AdminContext>
      </ServicesProvider>
    </BrowserRouter>
  );
}

/** Only an outage may pass; what the server refuses, it refuses again. */
function retryOutage(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

import { ApiError } from "@agatha/contracts/client";
import { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CoreAdminContext, localStorageStore } from "react-admin";
import { BrowserRouter } from "react-router-dom";
import { createDataProvider } from "./api/data-provider.js";
import { useServices } from "./api/services.js";
import { useI18nProvider } from "./i18n/react-admin/use-i18n-provider.js";
import { Notifications } from "./notifications/notifications.js";
import SignedInRoutes from "./signed-in-routes.js";

/** The console's own routes and layout in react-admin. Every session begins without the answers of the one before. */
export default function SignedInRoot() {
  const { httpClient } = useServices();
  const i18nProvider = useI18nProvider();
  const [admin] = useState(() => ({
    dataProvider: createDataProvider(httpClient),
    queryClient: new QueryClient({
      defaultOptions: {
        // Without a network a call fails and says so. By default it would wait silently until there is one.
        queries: { retry: retryOnOutage, staleTime: 1000, networkMode: "always", refetchOnReconnect: true },
        mutations: { networkMode: "always" },
      },
    }),
    // Earlier versions stored the language and the theme, which react-admin would apply, and an order of datasets by a name not shown.
    store: localStorageStore("3", "agatha"),
  }));
  return (
    <BrowserRouter basename={httpClient.basePath}>
      <CoreAdminContext {...admin} i18nProvider={i18nProvider}>
        <SignedInRoutes />
        <Notifications />
      </CoreAdminContext>
    </BrowserRouter>
  );
}

/** Retries outages only: the server would refuse a refused request again, as it does everything while its disk is full (507). */
function retryOnOutage(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}

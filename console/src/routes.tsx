import { Suspense } from "react";
import { useTranslate } from "react-admin";
import { Navigate, Outlet, Route, Routes } from "react-router-dom";
import { CompanionProvider } from "./companion/companion.js";
import { Loading } from "./feedback/loading.js";
import { AnalysisLayout } from "./layout/analysis-layout.js";
import { ConsoleLayout } from "./layout/console-layout.js";
import { ManagementLayout } from "./layout/management-layout.js";
import { DocumentTitle } from "./routing/document-title.js";
import { uploadPath } from "./routing/paths.js";
import { currentProduct } from "./routing/products.js";
import type { Screen } from "./routing/screen.js";
import { ScreenErrorBoundary } from "./routing/screen-error-boundary.js";
import { ScreensProvider } from "./routing/screens-context.js";
import { SessionGate, useRedirectWhenSessionLost, useSessionUser } from "./routing/session.js";
import { SCREENS } from "./screens.js";

/** Routes and redirects of the specification, section 2. */
export function ConsoleRoutes() {
  useRedirectWhenSessionLost();
  return (
    <ScreensProvider value={SCREENS}>
      <Routes>
        <Route path="/account" element={<Navigate to="/account/login" replace />} />
        {routesOf((screen) => screen.access === "public")}
        <Route element={<SignedInLayout />}>
          {routesOf(({ access, area }) => access !== "public" && area !== "analysis" && area !== "management")}
          <Route element={<ManagementLayout />}>{routesOf((screen) => screen.area === "management")}</Route>
          <Route element={<AnalysisLayout />}>{routesOf((screen) => screen.area === "analysis")}</Route>
          <Route path="/analysis" element={<RedirectToUpload />} />
          <Route path="/management" element={<Navigate to="/management/model" replace />} />
          <Route path="*" element={<Navigate to="/home" replace />} />
        </Route>
      </Routes>
    </ScreensProvider>
  );
}

function routesOf(wanted: (screen: Screen) => boolean) {
  return SCREENS.filter(wanted).map((screen) => <Route key={screen.path} path={screen.path} element={<ScreenRoute screen={screen} />} />);
}

function SignedInLayout() {
  return (
    <SessionGate>
      <CompanionProvider>
        <ConsoleLayout>
          <Outlet />
        </ConsoleLayout>
      </CompanionProvider>
    </SessionGate>
  );
}

function RedirectToUpload() {
  return <Navigate to={uploadPath(currentProduct(localStorage))} replace />;
}

function ScreenRoute({ screen }: { screen: Screen }) {
  const translate = useTranslate();
  return (
    <>
      {/* An analysis screen's title begins with its dataset: AnalysisHeader sets it. */}
      {screen.area === "analysis" ? null : <DocumentTitle parts={[translate(`${screen.messages.namespace}.title`)]} />}
      {screen.access === "manager" ? <ManagerRoute screen={screen} /> : <ScreenContent screen={screen} />}
    </>
  );
}

function ManagerRoute({ screen }: { screen: Screen }) {
  return useSessionUser().auth === "manager" ? <ScreenContent screen={screen} /> : <Navigate to="/management/model" replace />;
}

function ScreenContent({ screen }: { screen: Screen }) {
  const Component = screen.component;
  return (
    <ScreenErrorBoundary key={screen.path}>
      <Suspense fallback={<Loading />}>
        <Component />
      </Suspense>
    </ScreenErrorBoundary>
  );
}

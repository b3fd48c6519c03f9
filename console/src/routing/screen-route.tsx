import { Suspense } from "react";
import { useTranslate } from "react-admin";
import { Navigate, Route } from "react-router-dom";
import { Loading } from "../feedback/loading.js";
import { DocumentTitle } from "./document-title.js";
import type { Screen } from "./screen.js";
import { ScreenErrorBoundary } from "./screen-error-boundary.js";
import { useSessionUser } from "./session.js";

/** Returns a route for each screen. */
export const routesOf = (screens: readonly Screen[]) =>
  screens.map((screen) => <Route key={screen.path} path={screen.path} element={<ScreenRoute screen={screen} />} />);

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

import { Suspense } from "react";
import { useTranslate } from "react-admin";
import { Navigate, Outlet, Route, Routes } from "react-router-dom";
import { CompanionProvider } from "../companion/companion.js";
import { AnalysisLayout } from "../layout/analysis-layout.js";
import { ConsoleLayout } from "../layout/console-layout.js";
import { SCREENS } from "../screens.js";
import { Loading } from "../states/loading.js";
import { ScreenBoundary } from "../states/screen-boundary.js";
import { uploadPath } from "./addresses.js";
import { currentProduct } from "./products.js";
import type { Screen } from "./screen.js";
import { SessionGate, useLeaveWhenSessionLost, useSessionUser } from "./session.js";
import { Title } from "./title.js";

/** The specification's routes and redirects, section 2. */
export function ConsoleRoutes() {
  useLeaveWhenSessionLost();
  return (
    <Routes>
      <Route path="/account" element={<Navigate to="/account/login" replace />} />
      {routesOf((screen) => screen.access === "public")}
      <Route element={<Inside />}>
        {routesOf((screen) => screen.access !== "public" && screen.area !== "analysis")}
        <Route element={<AnalysisLayout />}>{routesOf((screen) => screen.area === "analysis")}</Route>
        <Route path="/analysis" element={<ToUpload />} />
        <Route path="/management" element={<Navigate to="/management/model" replace />} />
        <Route path="*" element={<Navigate to="/home" replace />} />
      </Route>
    </Routes>
  );
}

function routesOf(wanted: (screen: Screen) => boolean) {
  return SCREENS.filter(wanted).map((screen) => <Route key={screen.path} path={screen.path} element={<Visit screen={screen} />} />);
}

function Inside() {
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

function ToUpload() {
  return <Navigate to={uploadPath(currentProduct(localStorage))} replace />;
}

function Visit({ screen }: { screen: Screen }) {
  const translate = useTranslate();
  return (
    <>
      {/* An analysis screen's title begins with its dataset: AnalysisHeader sets it. */}
      {screen.area === "analysis" ? null : <Title parts={[translate(`${screen.messages.namespace}.title`)]} />}
      {screen.access === "manager" ? <ManagerVisit screen={screen} /> : <Shown screen={screen} />}
    </>
  );
}

function ManagerVisit({ screen }: { screen: Screen }) {
  return useSessionUser().auth === "manager" ? <Shown screen={screen} /> : <Navigate to="/management/model" replace />;
}

function Shown({ screen }: { screen: Screen }) {
  const Component = screen.component;
  return (
    <ScreenBoundary key={screen.path}>
      <Suspense fallback={<Loading />}>
        <Component />
      </Suspense>
    </ScreenBoundary>
  );
}

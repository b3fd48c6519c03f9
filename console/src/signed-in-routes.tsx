import { useEffect } from "react";
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from "react-router-dom";
import { CompanionProvider } from "./companion/companion.js";
import { DialogsProvider } from "./dialogs/dialogs.js";
import { Deferred } from "./feedback/deferred.js";
import { useMessages } from "./i18n/use-text.js";
import { AnalysisLayout } from "./layout/analysis-layout.js";
import { ConsoleLayout } from "./layout/console-layout.js";
import { ManagementLayout } from "./layout/management-layout.js";
import { UndoableDeletesProvider } from "./notifications/undoable-deletes.js";
import { Chunk } from "./routing/chunk.js";
import { lazyChunk } from "./routing/load-chunk.js";
import { uploadPath } from "./routing/paths.js";
import { currentProduct } from "./routing/products.js";
import type { Screen } from "./routing/screen.js";
import { ScreenContent } from "./routing/screen-content.js";
import { ScreensProvider } from "./routing/screens-context.js";
import { SessionGate, useSessionUser } from "./routing/session.js";
import { LoginDialogChunk } from "./screens/login/login-dialog-chunk.js";
import { SCREENS } from "./screens/screens.js";
import { SIGNED_IN_MESSAGES } from "./signed-in-messages.js";

const UnknownAddress = lazyChunk(() => import("./screens/unknown-address/unknown-address.js"));

const MESSAGES = [...SIGNED_IN_MESSAGES, ...SCREENS.map((screen) => screen.messages)];

/** All routes behind the login. */
export default function SignedInRoutes() {
  useMessages(MESSAGES);
  const { pathname } = useLocation();
  // The screen loads while the server identifies the user.
  useEffect(() => SCREENS.find(({ path }) => matchPath(path, pathname))?.component.preload?.(), [pathname]);
  return (
    <ScreensProvider value={SCREENS}>
      <UndoableDeletesProvider>
        <DialogsProvider>
          <Routes>
            <Route element={<SignedInLayout />}>
              {screens(({ area }) => area !== "analysis" && area !== "management")}
              <Route element={<ManagementLayout />}>{screens(({ area }) => area === "management")}</Route>
              <Route element={<AnalysisLayout />}>{screens(({ area }) => area === "analysis")}</Route>
              <Route path="/analysis" element={<RedirectToUpload />} />
              <Route path="/management" element={<Navigate to="/management/model" replace />} />
              <Route path="/" element={<Navigate to="/home" replace />} />
              <Route
                path="*"
                element={
                  <Chunk>
                    <UnknownAddress />
                  </Chunk>
                }
              />
            </Route>
          </Routes>
        </DialogsProvider>
      </UndoableDeletesProvider>
    </ScreensProvider>
  );
}

/** Returns a route for each of these screens. */
const screens = (wanted: (screen: Screen) => boolean) =>
  SCREENS.filter(wanted).map((screen) => <Route key={screen.path} path={screen.path} element={<ScreenRoute screen={screen} />} />);

function ScreenRoute({ screen }: { screen: Screen }) {
  const isAllowed = useSessionUser().auth === "manager" || screen.access !== "manager";
  return isAllowed ? <ScreenContent screen={screen} /> : <Navigate to="/management/model" replace />;
}

function SignedInLayout() {
  return (
    <SessionGate loginDialog={LoginDialogChunk}>
      <Deferred>
        <CompanionProvider>
          <ConsoleLayout>
            <Outlet />
          </ConsoleLayout>
        </CompanionProvider>
      </Deferred>
    </SessionGate>
  );
}

function RedirectToUpload() {
  return <Navigate to={uploadPath(currentProduct(localStorage))} replace />;
}

import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { Loading } from "./feedback/loading.js";
import { PUBLIC_SCREENS } from "./public-screens.js";
import { lazyChunk } from "./routing/load-chunk.js";
import { ScreenErrorBoundary } from "./routing/screen-error-boundary.js";
import { routesOf } from "./routing/screen-route.js";

export const SignedInRoutes = lazyChunk(() => import("./signed-in-routes.js"));

/** Routes and redirects of the specification, section 2. */
export function ConsoleRoutes() {
  return (
    <Routes>
      <Route path="/account" element={<Navigate to="/account/login" replace />} />
      {routesOf(PUBLIC_SCREENS)}
      <Route path="*" element={<SignedIn />} />
    </Routes>
  );
}

function SignedIn() {
  return (
    <ScreenErrorBoundary>
      <Suspense fallback={<Loading />}>
        <SignedInRoutes />
      </Suspense>
    </ScreenErrorBoundary>
  );
}

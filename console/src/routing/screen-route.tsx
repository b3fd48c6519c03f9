import { Navigate, Route } from "react-router-dom";
import type { Screen } from "./screen.js";
import { ScreenContent } from "./screen-content.js";
import { useSessionUser } from "./session.js";

/** Returns a route for each screen. */
export const routesOf = (screens: readonly Screen[]) =>
  screens.map((screen) => <Route key={screen.path} path={screen.path} element={<ScreenRoute screen={screen} />} />);

function ScreenRoute({ screen }: { screen: Screen }) {
  const isAllowed = useSessionUser().auth === "manager" || screen.access !== "manager";
  return isAllowed ? <ScreenContent screen={screen} /> : <Navigate to="/management/model" replace />;
}

import { Suspense } from "react";
import { useServices } from "./api/services.js";
import { Loading } from "./feedback/loading.js";
import { useAddress } from "./routing/address.js";
import { lazyChunk } from "./routing/load-chunk.js";
import { ScreenContent } from "./routing/screen-content.js";
import { ScreenErrorBoundary } from "./routing/screen-error-boundary.js";
import { ToLogin } from "./routing/to-login.js";
import { PUBLIC_SCREENS } from "./screens/public-screens.js";

export const SignedInRoot = lazyChunk(() => import("./signed-in-root.js"));

/** Returns the screen at this path that needs no session, if there is one. */
export const publicScreenAt = (path: string) => PUBLIC_SCREENS.find((screen) => screen.path === path);

/** The screens that need no session, or everything behind the login, which is loaded as soon as somebody types. */
export function Root() {
  const { sessionMarker } = useServices();
  const screen = publicScreenAt(useAddress().pathname);
  if (screen) {
    return (
      <div onInput={SignedInRoot.preload}>
        <ScreenContent screen={screen} />
      </div>
    );
  }
  if (!sessionMarker.isPresent()) return <ToLogin />;
  return (
    <ScreenErrorBoundary>
      <Suspense fallback={<Loading />}>
        <SignedInRoot />
      </Suspense>
    </ScreenErrorBoundary>
  );
}

import { Suspense } from "react";
import { Loading } from "../feedback/loading.js";
import { useTranslator } from "../i18n/translator-context.js";
import { DocumentTitle } from "./document-title.js";
import type { Screen } from "./screen.js";
import { ScreenErrorBoundary } from "./screen-error-boundary.js";

/** The screen under its title. */
export function ScreenContent({ screen }: { screen: Screen }) {
  const { translate } = useTranslator();
  const Component = screen.component;
  return (
    <>
      {/* An analysis screen's title begins with its dataset: AnalysisHeader sets it. */}
      {screen.area === "analysis" ? null : <DocumentTitle parts={[translate(`${screen.messages.namespace}.title`)]} />}
      <ScreenErrorBoundary key={screen.path}>
        <Suspense fallback={<Loading />}>
          <Component />
        </Suspense>
      </ScreenErrorBoundary>
    </>
  );
}

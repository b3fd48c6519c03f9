import { type ApiClient, createApiClient, type HttpClient } from "@agatha/contracts/client";
import type { UserAnswer } from "@agatha/contracts/wire";
import { recordStartedWork } from "./api/record-started-work.js";
import { type Services, ServicesProvider } from "./api/services.js";
import { createSessionMarker } from "./api/session-marker.js";
import { createWorkLog } from "./api/work-log.js";
import { createTranslator } from "./i18n/translator.js";
import { TranslatorProvider } from "./i18n/translator-context.js";
import { PUBLIC_MESSAGES } from "./public-messages.js";
import { publicScreenAt, Root, SignedInRoot } from "./root.js";
import { currentAddress } from "./routing/address.js";
import { PUBLIC_SCREENS } from "./screens/public-screens.js";
import { ColorModeProvider } from "./theme/color-mode.js";

const MESSAGES = [...PUBLIC_MESSAGES, ...PUBLIC_SCREENS.map((screen) => screen.messages)];

/** Longest wait for texts that the deployment or its managers changed. */
const TEXTS_TIMEOUT_MS = 3000;

/** Creates the services that the screens use. */
export async function createServices(httpClient: HttpClient) {
  const workLog = createWorkLog(localStorage, new BroadcastChannel("agatha.work"));
  const sessionMarker = createSessionMarker(localStorage);
  const calls = createApiClient(httpClient);
  const isPublic = publicScreenAt(currentAddress().pathname) !== undefined;
  const isSignedIn = sessionMarker.isPresent() && !isPublic;
  if (isSignedIn) SignedInRoot.preload();
  const api = recordStartedWork(isSignedIn ? identifyAhead(calls) : calls, workLog);
  // Without an answer the console's own texts are shown.
  const { texts } = await api.texts(AbortSignal.timeout(TEXTS_TIMEOUT_MS)).catch(() => ({ texts: {} }));
  return {
    screens: { api, httpClient, sessionMarker, workLog } satisfies Services,
    translator: await createTranslator(MESSAGES, localStorage, navigator.languages, texts),
  };
}

/** Asks at once who the user is. The first call of `user` has that answer. */
function identifyAhead(api: ApiClient): ApiClient {
  let answer: Promise<UserAnswer> | undefined = api.user();
  answer.catch(() => undefined);
  return {
    ...api,
    user(signal) {
      const first = answer;
      answer = undefined;
      return first ?? api.user(signal);
    },
  };
}

export function App({ screens, translator }: Awaited<ReturnType<typeof createServices>>) {
  return (
    <ServicesProvider value={screens}>
      <TranslatorProvider translator={translator}>
        <ColorModeProvider>
          <Root />
        </ColorModeProvider>
      </TranslatorProvider>
    </ServicesProvider>
  );
}

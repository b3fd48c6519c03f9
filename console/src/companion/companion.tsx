import { isCompanionOrigin } from "@agatha/contracts";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "../api/services.js";
import { modelPath } from "../routing/paths.js";
import { crossOriginOpener } from "./cross-origin-opener.js";
import { type CompanionTask, type Handshake, handshakeReducer, INITIAL_HANDSHAKE } from "./handshake.js";
import { parseServiceMessage } from "./service-message.js";

/** Milliseconds before the window closes after the result is sent, so that the user sees the confirmation (specification, section 9). */
const CLOSE_DELAY = 1500;
/** Name of the window in which a service is opened after a calculation. */
const SERVICE_WINDOW = "agatha-service";
/** Name of the window in which the console continues after an optimization. */
const CONSOLE_WINDOW = "agatha";

interface Companion {
  handshake: Handshake;
  /** Sends the result to the service and closes the window. */
  sendResult(task: CompanionTask, result: unknown): void;
}

const CompanionContext = createContext<Companion | null>(null);

/** Returns the handshake with the service that opened this window. Throws outside of CompanionProvider. */
export function useCompanion(): Companion {
  const companion = useContext(CompanionContext);
  if (companion === null) throw new Error("useCompanion is used outside of CompanionProvider");
  return companion;
}

/** Task of the service for this model; null if there is none. */
export function useCompanionTask(modelId: string): CompanionTask | null {
  const { handshake } = useCompanion();
  return handshake.state === "SERVICE_INIT_DATA" && handshake.task.modelID === modelId ? handshake.task : null;
}

/** Talks to the service that opened this window, if one did. */
export function CompanionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const navigate = useNavigate();
  const [handshake, dispatch] = useReducer(handshakeReducer, INITIAL_HANDSHAKE);
  const openedBy = useMemo(
    () => crossOriginOpener({ opener: window.opener as Window | null, referrer: document.referrer, ownOrigin: window.location.origin }),
    [],
  );
  const origin = "origin" in handshake ? handshake.origin : null;
  const postToOpener = useCallback(
    (message: Record<string, unknown>) => {
      if (openedBy && openedBy.origin === origin)
        openedBy.opener.postMessage({ mainApplicationURL: document.baseURI, origin, ...message }, origin);
    },
    [openedBy, origin],
  );

  useEffect(() => {
    if (openedBy === null) return dispatch({ type: "opener", origin: null });
    api.companion().then(
      ({ allowed_origins }) =>
        dispatch({ type: "opener", origin: isCompanionOrigin(openedBy.origin, allowed_origins) ? openedBy.origin : null }),
      () => dispatch({ type: "opener", origin: null }),
    );
  }, [api, openedBy]);

  useEffect(() => {
    if (openedBy === null || origin === null) return;
    let latest = 0;
    const reject = (error: unknown) => {
      dispatch({ type: "taskRejected", error });
      postToOpener({ state: "error", message: error instanceof Error ? error.message : String(error) });
    };
    const acceptTask = async (task: CompanionTask) => {
      latest += 1;
      const attempt = latest;
      const request = { origin, dataset_id: task.datasetID, model_id: task.modelID, flow: task.flow };
      const refusal = await api.companionState(request).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (attempt !== latest) return;
      if (refusal) return reject(refusal.error);
      dispatch({ type: "taskReceived", task });
      void navigate(modelPath(task.datasetID, task.modelID));
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== openedBy.opener || event.origin !== origin) return;
      try {
        const serviceMessage = parseServiceMessage(event.data);
        if (serviceMessage?.state === "SERVICE_INIT_DATA") void acceptTask(serviceMessage.task);
        if (serviceMessage?.state === "serviceDone") dispatch({ type: "serviceDone" });
      } catch (error) {
        reject(error);
      }
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [api, navigate, openedBy, origin, postToOpener]);

  useEffect(() => {
    if (handshake.state === "VALID_SERVICE") {
      postToOpener({ state: "TUKEY_MAIN_READY" });
      dispatch({ type: "readySent" });
    }
    if (handshake.state !== "TUKEY_MAIN_DONE") return;
    const closing = setTimeout(() => {
      window.close();
      // Browsers do not close windows that no script opened. The console then works as usual.
      dispatch({ type: "serviceDone" });
    }, CLOSE_DELAY);
    return () => clearTimeout(closing);
  }, [handshake, postToOpener]);

  const sendResult = useCallback(
    (task: CompanionTask, result: unknown) => {
      postToOpener({ state: "TUKEY_MAIN_DONE", ...task, result });
      dispatch({ type: "resultSent" });
      if (task.flow === "calculation" && origin !== null) window.open(origin, SERVICE_WINDOW);
      // The search stays available under its address.
      if (task.flow === "optimization") window.open(window.location.href, CONSOLE_WINDOW);
    },
    [postToOpener, origin],
  );
  const companion = useMemo<Companion>(() => ({ handshake, sendResult }), [handshake, sendResult]);
  return <CompanionContext.Provider value={companion}>{children}</CompanionContext.Provider>;
}

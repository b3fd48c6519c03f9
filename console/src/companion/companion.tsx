import { isCompanionOrigin } from "@agatha/contracts";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "../api/services.js";
import { modelPath } from "../routing/paths.js";
import { crossOriginOpener } from "./cross-origin-opener.js";
import { type CompanionTask, type Handshake, handshakeReducer, INITIAL_HANDSHAKE } from "./handshake.js";
import { parseServiceMessage } from "./service-message.js";

/** The window stays so long once the result is told, in milliseconds, so that one sees that it was (specification, section 9). */
const CLOSE_DELAY = 1500;
/** Name of the window in which a service is opened after a calculation. */
const SERVICE_WINDOW = "agatha-service";
/** Name of the window in which the console goes on after an optimization. */
const CONSOLE_WINDOW = "agatha";

interface Companion {
  handshake: Handshake;
  /** Tells the service what came out, and closes the window. */
  finish(task: CompanionTask, result: unknown): void;
}

const CompanionContext = createContext<Companion | null>(null);

export function useCompanion(): Companion {
  const companion = useContext(CompanionContext);
  if (companion === null) throw new Error("useCompanion is used outside of CompanionProvider");
  return companion;
}

/** What the service wants of this model, if anything. */
export function useCompanionTask(modelId: string): CompanionTask | null {
  const { handshake } = useCompanion();
  return handshake.state === "SERVICE_INIT_DATA" && handshake.task.modelID === modelId ? handshake.task : null;
}

/** Talks to the service that opened this window, where one has. */
export function CompanionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const navigate = useNavigate();
  const [handshake, happened] = useReducer(handshakeReducer, INITIAL_HANDSHAKE);
  const found = useMemo(
    () => crossOriginOpener({ opener: window.opener as Window | null, referrer: document.referrer, ownOrigin: window.location.origin }),
    [],
  );
  const origin = "origin" in handshake ? handshake.origin : null;
  const tell = useCallback(
    (message: Record<string, unknown>) => {
      if (found && found.origin === origin) found.opener.postMessage({ mainApplicationURL: document.baseURI, origin, ...message }, origin);
    },
    [found, origin],
  );

  useEffect(() => {
    if (found === null) return happened({ is: "opener", origin: null });
    api.companion().then(
      ({ allowed_origins }) => happened({ is: "opener", origin: isCompanionOrigin(found.origin, allowed_origins) ? found.origin : null }),
      () => happened({ is: "opener", origin: null }),
    );
  }, [api, found]);

  useEffect(() => {
    if (found === null || origin === null) return;
    let latest = 0;
    const refuse = (error: unknown) => {
      happened({ is: "refused", error });
      tell({ state: "error", message: error instanceof Error ? error.message : String(error) });
    };
    const take = async (task: CompanionTask) => {
      latest += 1;
      const attempt = latest;
      const asked = { origin, dataset_id: task.datasetID, model_id: task.modelID, flow: task.flow };
      const refusal = await api.companionState(asked).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (attempt !== latest) return;
      if (refusal) return refuse(refusal.error);
      happened({ is: "handed over", task });
      navigate(modelPath(task.datasetID, task.modelID));
    };
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== found.opener || event.origin !== origin) return;
      try {
        const said = parseServiceMessage(event.data);
        if (said?.state === "SERVICE_INIT_DATA") void take(said.task);
        if (said?.state === "serviceDone") happened({ is: "service done" });
      } catch (error) {
        refuse(error);
      }
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [api, navigate, found, origin, tell]);

  useEffect(() => {
    if (handshake.state === "VALID_SERVICE") {
      tell({ state: "TUKEY_MAIN_READY" });
      happened({ is: "ready told" });
    }
    if (handshake.state !== "TUKEY_MAIN_DONE") return;
    const closing = setTimeout(() => {
      window.close();
      // Windows that a script has not opened stay: then this is a console like any other.
      happened({ is: "service done" });
    }, CLOSE_DELAY);
    return () => clearTimeout(closing);
  }, [handshake, tell]);

  const finish = useCallback(
    (task: CompanionTask, result: unknown) => {
      tell({ state: "TUKEY_MAIN_DONE", ...task, result });
      happened({ is: "result told" });
      if (task.flow === "calculation" && origin !== null) window.open(origin, SERVICE_WINDOW);
      // The search stays to be looked at: the address has it.
      if (task.flow === "optimization") window.open(window.location.href, CONSOLE_WINDOW);
    },
    [tell, origin],
  );
  const companion = useMemo(() => ({ handshake, finish }), [handshake, finish]);
  return <CompanionContext.Provider value={companion}>{children}</CompanionContext.Provider>;
}

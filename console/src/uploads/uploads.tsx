import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useServices } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import type { UploadFields } from "../api/shapes.js";
import { uploadDataset } from "../api/upload.js";
import { ensureExtension } from "./extensions.js";

export type UploadState =
  | { phase: "sending"; share: number }
  | { phase: "sent"; datasetId: string; name: string }
  | { phase: "failed"; error: unknown };

/** One file on its way to the server. */
export interface Upload {
  key: number;
  file: File;
  fields: UploadFields;
  state: UploadState;
  cancel(): void;
}

interface Uploads {
  list: Upload[];
  /** Sends the file and resolves to the new dataset's id. Throws ApiError, or AbortError when it was cancelled. */
  send(file: File, fields: UploadFields): Promise<string>;
  /** Sends it again, read differently where fields are given. */
  retry(upload: Upload, fields?: UploadFields): void;
  /** Takes a finished or failed file off the list. */
  forget(key: number): void;
}

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error("useUploads is used outside of UploadsProvider");
  return uploads;
}

/** Keeps uploads going while one moves from screen to screen. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { connection } = useServices();
  const queryClient = useQueryClient();
  const [list, setList] = useState<Upload[]>([]);
  const nextKey = useRef(0);

  const forget = useCallback((key: number) => setList((now) => now.filter((upload) => upload.key !== key)), []);
  const send = useCallback(
    async (file: File, fields: UploadFields) => {
      nextKey.current += 1;
      const key = nextKey.current;
      const abort = new AbortController();
      const show = (state: UploadState) => setList((now) => now.map((upload) => (upload.key === key ? { ...upload, state } : upload)));
      setList((now) => [...now, { key, file, fields, state: { phase: "sending", share: 0 }, cancel: () => abort.abort() }]);
      try {
        ensureExtension(file);
        const watch = { signal: abort.signal, onProgress: (share: number) => show({ phase: "sending", share }) };
        const { id, name } = await uploadDataset(connection, file, fields, watch);
        show({ phase: "sent", datasetId: id, name });
        void queryClient.invalidateQueries({ queryKey: ["datasets"] });
        void queryClient.invalidateQueries({ queryKey: KEYS.running });
        return id;
      } catch (error) {
        if (abort.signal.aborted) forget(key);
        else show({ phase: "failed", error });
        throw error;
      }
    },
    [connection, queryClient, forget],
  );
  const retry = useCallback(
    (upload: Upload, fields: UploadFields = {}) => {
      forget(upload.key);
      // Its line in the list tells how it ends.
      send(upload.file, { ...upload.fields, ...fields }).catch(() => undefined);
    },
    [forget, send],
  );
  useWarnBeforeUnload(list.some(({ state }) => state.phase === "sending"));
  const uploads = useMemo(() => ({ list, send, retry, forget }), [list, send, retry, forget]);
  return <UploadsContext.Provider value={uploads}>{children}</UploadsContext.Provider>;
}

/** Closing the window would cut off what is being sent. */
function useWarnBeforeUnload(sending: boolean): void {
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [sending]);
}

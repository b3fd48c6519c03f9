import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from "react";
import { useServices } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import type { UploadFields } from "../api/shapes.js";
import { type TestRowsFor, type UploadWatch, uploadDataset, uploadTestRows } from "../api/upload.js";
import { type Transfer, useTransfers } from "./transfers.js";

/** A file that becomes a dataset. */
export type Upload = Transfer<UploadFields, { datasetId: string; name: string }>;
/** A file with rows that models are compared on. */
export type TestUpload = Transfer<TestRowsFor, { evaluationId: string }>;

interface Uploads {
  list: Upload[];
  /** Sends the file and resolves to the new dataset's id. Throws ApiError, or AbortError when it was cancelled. */
  send(file: File, fields: UploadFields): Promise<string>;
  /** Sends it again, read differently where fields are given. */
  retry(upload: Upload, fields?: UploadFields): void;
  /** Takes a finished or failed file off the list. */
  forget(key: number): void;
  /** The last file of each comparison. */
  tests: TestUpload[];
  /** Sends the file, instead of any that the comparison had, and starts it. How it ends is told in `tests`. */
  sendTest(file: File, fields: TestRowsFor): void;
}

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error("useUploads is used outside of UploadsProvider");
  return uploads;
}

/** Keeps uploads going while one moves from screen to screen. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { list, send: sendOne, forget } = useDatasetTransfers();
  const { list: tests, sendTest } = useTestTransfers();
  const send = useCallback(async (file: File, fields: UploadFields) => (await sendOne(file, fields)).datasetId, [sendOne]);
  const retry = useCallback(
    (upload: Upload, fields: UploadFields = {}) => {
      forget(upload.key);
      // Its line in the list tells how it ends.
      send(upload.file, { ...upload.fields, ...fields }).catch(() => undefined);
    },
    [forget, send],
  );
  useWarnBeforeUnload([...list, ...tests].some(({ state }) => state.phase === "sending"));
  const uploads = useMemo(() => ({ list, send, retry, forget, tests, sendTest }), [list, send, retry, forget, tests, sendTest]);
  return <UploadsContext.Provider value={uploads}>{children}</UploadsContext.Provider>;
}

function useDatasetTransfers() {
  const { connection } = useServices();
  const queryClient = useQueryClient();
  const transfer = useCallback(
    async (file: File, fields: UploadFields, watch: UploadWatch) => {
      const { id, name } = await uploadDataset(connection, file, fields, watch);
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
      void queryClient.invalidateQueries({ queryKey: KEYS.running });
      return { datasetId: id, name };
    },
    [connection, queryClient],
  );
  return useTransfers(transfer);
}

function useTestTransfers() {
  const { api, connection } = useServices();
  const queryClient = useQueryClient();
  const transfer = useCallback(
    async (file: File, fields: TestRowsFor, watch: UploadWatch) => {
      const { datasetId, evaluationId } = fields;
      try {
        await api.prepareTestData(datasetId, evaluationId, { name: file.name, size: file.size });
        await uploadTestRows(connection, file, fields, watch);
        await api.startEvaluation(datasetId, evaluationId);
      } finally {
        // Until that is known the file is still on its way, or the comparison would seem to have none.
        const changed = [KEYS.evaluation(evaluationId), KEYS.evaluations(datasetId), KEYS.running];
        await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      }
      return { evaluationId };
    },
    [api, connection, queryClient],
  );
  const { list, send, forget } = useTransfers(transfer);
  const sendTest = useCallback(
    (file: File, fields: TestRowsFor) => {
      for (const one of list) if (one.fields.evaluationId === fields.evaluationId) forget(one.key);
      send(file, fields).catch(() => undefined);
    },
    [list, send, forget],
  );
  return { list, sendTest };
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

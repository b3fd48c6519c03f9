import type { UploadFields } from "@agatha/contracts/client/request-types";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from "react";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { type EvaluationInputUpload, type UploadOptions, uploadDataset, uploadEvaluationInput } from "../api/upload.js";
import { useSessionUser } from "../routing/session.js";
import { type FileTransfer, useFileTransfers } from "./use-file-transfers.js";

/** Upload of a file that becomes a dataset. */
export type DatasetUpload = FileTransfer<UploadFields, { datasetId: string; name: string }>;
/** Upload of a file with rows that models are compared on. */
export type EvaluationInputTransfer = FileTransfer<EvaluationInputUpload, { evaluationId: string }>;

interface Uploads {
  datasetUploads: DatasetUpload[];
  /** Sends the file and resolves to the new dataset's id. Throws ApiError, or AbortError when it was cancelled. */
  uploadDataset(file: File, fields: UploadFields): Promise<string>;
  /** Sends it again, with other read options if fields are given. */
  retry(upload: DatasetUpload, fields?: UploadFields): void;
  /** Removes a finished or failed file from the list. */
  dismiss(key: number): void;
  /** Last file of each comparison. */
  evaluationInputs: EvaluationInputTransfer[];
  /** Sends the file, replacing any earlier one of the comparison, and starts the comparison. `evaluationInputs` holds the result. */
  uploadEvaluationInput(file: File, fields: EvaluationInputUpload): void;
}

const UploadsContext = createContext<Uploads | null>(null);

/** Returns the uploads of this window. Throws outside of UploadsProvider. */
export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error("useUploads is used outside of UploadsProvider");
  return uploads;
}

/** Keeps uploads running while the user changes screens. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { list: datasetUploads, send: sendDataset, dismiss } = useDatasetTransfers();
  const { list: evaluationInputs, send: uploadEvaluationInput } = useEvaluationInputTransfers();
  const upload = useCallback(async (file: File, fields: UploadFields) => (await sendDataset(file, fields)).datasetId, [sendDataset]);
  const retry = useCallback(
    (failed: DatasetUpload, fields: UploadFields = {}) => {
      dismiss(failed.key);
      // The upload list shows the result.
      upload(failed.file, { ...failed.fields, ...fields }).catch(() => undefined);
    },
    [dismiss, upload],
  );
  useWarnBeforeUnload([...datasetUploads, ...evaluationInputs].some(({ state }) => state.phase === "sending"));
  const uploads = useMemo<Uploads>(
    () => ({ datasetUploads, uploadDataset: upload, retry, dismiss, evaluationInputs, uploadEvaluationInput }),
    [datasetUploads, upload, retry, dismiss, evaluationInputs, uploadEvaluationInput],
  );
  return <UploadsContext.Provider value={uploads}>{children}</UploadsContext.Provider>;
}

function useDatasetTransfers() {
  const { httpClient, workLog } = useServices();
  const { id: userId } = useSessionUser();
  const queryClient = useQueryClient();
  const transfer = useCallback(
    async (file: File, fields: UploadFields, watch: UploadOptions) => {
      const { id, name } = await uploadDataset(httpClient, file, fields, watch);
      workLog.add({ kind: "dataset", id, datasetId: id, userId });
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runningWork });
      return { datasetId: id, name };
    },
    [httpClient, workLog, userId, queryClient],
  );
  return useFileTransfers("datasets", transfer);
}

function useEvaluationInputTransfers() {
  const { api, httpClient } = useServices();
  const queryClient = useQueryClient();
  const transfer = useCallback(
    async (file: File, fields: EvaluationInputUpload, watch: UploadOptions) => {
      const { datasetId, evaluationId } = fields;
      try {
        await api.prepareTestData(datasetId, evaluationId, { name: file.name, size: file.size });
        await uploadEvaluationInput(httpClient, file, fields, watch);
        await api.startEvaluation(datasetId, evaluationId);
      } finally {
        // The file counts as uploading until the new state is known. Otherwise the comparison would seem to have none.
        const changed = [QUERY_KEYS.evaluation(evaluationId), QUERY_KEYS.evaluations(datasetId), QUERY_KEYS.runningWork];
        await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      }
      return { evaluationId };
    },
    [api, httpClient, queryClient],
  );
  const { list, send, dismiss } = useFileTransfers("evaluation-inputs", transfer);
  const replace = useCallback(
    (file: File, fields: EvaluationInputUpload) => {
      for (const earlier of list) if (earlier.fields.evaluationId === fields.evaluationId) dismiss(earlier.key);
      send(file, fields).catch(() => undefined);
    },
    [list, send, dismiss],
  );
  return { list, send: replace };
}

/** Closing the window would abort the uploads. */
function useWarnBeforeUnload(sending: boolean): void {
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [sending]);
}

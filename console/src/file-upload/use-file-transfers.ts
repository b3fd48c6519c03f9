import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { UploadOptions } from "../api/upload.js";
import { useSessionUser } from "../routing/session.js";
import { assertTableExtension } from "./file-extensions.js";

type FileTransferState<Answer> = { phase: "sending"; share: number } | ({ phase: "sent" } & Answer) | { phase: "failed"; error: unknown };

/** Upload of one file. */
export interface FileTransfer<Fields, Answer> {
  key: number;
  file: File;
  fields: Fields;
  state: FileTransferState<Answer>;
  cancel(): void;
}

let lastKey = 0;

/**
 * Tracks uploads with their progress. `transfer` sends a file and must be stable. The list is kept with the answers of the server,
 * for each user under `name`.
 */
export function useFileTransfers<Fields, Answer extends object>(
  name: string,
  transfer: (file: File, fields: Fields, watch: UploadOptions) => Promise<Answer>,
) {
  type Transfer = FileTransfer<Fields, Answer>;
  const queryClient = useQueryClient();
  const { id: userId } = useSessionUser();
  const { data: list } = useQuery<Transfer[]>({
    queryKey: ["file-transfers", userId, name],
    initialData: [],
    queryFn: () => [],
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setList = useCallback(
    (change: (now: Transfer[]) => Transfer[]) =>
      queryClient.setQueryData<Transfer[]>(["file-transfers", userId, name], (now = []) => change(now)),
    [queryClient, userId, name],
  );

  const dismiss = useCallback((key: number) => setList((now) => now.filter((other) => other.key !== key)), [setList]);
  const send = useCallback(
    async (file: File, fields: Fields): Promise<Answer> => {
      lastKey += 1;
      const key = lastKey;
      const abort = new AbortController();
      const show = (state: Transfer["state"]) => setList((now) => now.map((other) => (other.key === key ? { ...other, state } : other)));
      setList((now) => [...now, { key, file, fields, state: { phase: "sending", share: 0 }, cancel: () => abort.abort() }]);
      try {
        assertTableExtension(file);
        const answer = await transfer(file, fields, { signal: abort.signal, onProgress: (share) => show({ phase: "sending", share }) });
        show({ phase: "sent", ...answer });
        return answer;
      } catch (error) {
        if (abort.signal.aborted) dismiss(key);
        else show({ phase: "failed", error });
        throw error;
      }
    },
    [transfer, dismiss, setList],
  );
  return { list, send, dismiss };
}

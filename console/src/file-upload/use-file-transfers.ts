import { useCallback, useRef, useState } from "react";
import type { UploadOptions } from "../api/upload.js";
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

/** Tracks uploads with their progress. `transfer` sends a file and must be stable. */
export function useFileTransfers<Fields, Answer extends object>(
  transfer: (file: File, fields: Fields, watch: UploadOptions) => Promise<Answer>,
) {
  type Transfer = FileTransfer<Fields, Answer>;
  const [list, setList] = useState<Transfer[]>([]);
  const nextKey = useRef(0);

  const dismiss = useCallback((key: number) => setList((now) => now.filter((other) => other.key !== key)), []);
  const send = useCallback(
    async (file: File, fields: Fields): Promise<Answer> => {
      nextKey.current += 1;
      const key = nextKey.current;
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
    [transfer, dismiss],
  );
  return { list, send, dismiss };
}

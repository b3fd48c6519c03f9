import type { ApiError } from "@agatha/contracts/client";
import type { DataCheckAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDataCheck } from "../../../api/queries.js";
import { QUERY_KEYS } from "../../../api/query-keys.js";

export interface FinishedCheck {
  /** Last finished check. It stays while a changed dataset is checked again. */
  data: DataCheckAnswer | undefined;
  running: boolean;
  error: ApiError | null;
  retry(): void;
}

/** Queries the data check. When a new check has finished, the dataset is fetched again because its columns and statistics changed. */
export function useFinishedCheck(id: string): FinishedCheck {
  const check = useDataCheck(id);
  const queryClient = useQueryClient();
  const [finished, setFinished] = useState<DataCheckAnswer>();
  if (check.data?.status === "success" && check.data !== finished) setFinished(check.data);
  const running = check.data?.status === "init" && !check.error;
  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running) void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.dataset(id), exact: true });
    wasRunning.current = running;
  }, [queryClient, id, running]);
  return { data: finished, running, error: check.error, retry: () => void check.refetch() };
}

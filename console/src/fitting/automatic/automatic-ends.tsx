import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { useLocation } from "react-router-dom";
import { useServices } from "../../api/context.js";
import { KEYS } from "../../api/keys.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "../messages.js";
import type { BegunBatch } from "./begun-batches.js";
import { isRunning, stateOf } from "./course.js";
import { useBatchName } from "./use-batch-name.js";
import { useBatch } from "./use-batches.js";
import { useTellFailure } from "./use-tell-failure.js";

/** Tells, whatever screen is open, that an automatic training has ended which was begun in this browser: in one of its tabs, once. */
export function AutomaticEnds() {
  const { begunBatches } = useServices();
  const user = useSessionUser();
  const begun = useSyncExternalStore(begunBatches.subscribe, begunBatches.list);
  return begun.filter(({ userId }) => userId === user.id).map((batch) => <End key={batch.id} begun={batch} />);
}

function End({ begun: { id, datasetId } }: { begun: BegunBatch }) {
  const { begunBatches } = useServices();
  const queryClient = useQueryClient();
  const { data: batch, error } = useBatch(datasetId, id);
  const tell = useTellEnd();
  // Begun in another tab, it is in no list of this one yet.
  useEffect(() => {
    for (const queryKey of [KEYS.autoModels(datasetId), KEYS.running]) void queryClient.invalidateQueries({ queryKey, exact: true });
  }, [queryClient, datasetId]);
  const gone = error?.status === 404;
  const ended = batch !== undefined && !isRunning(batch);
  const onEnd = useEffectEvent(() => {
    if (!begunBatches.remove(id)) return;
    if (batch && !gone) tell(batch);
    for (const queryKey of [KEYS.dataset(datasetId), ["models"], KEYS.running]) void queryClient.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (gone || ended) onEnd();
  }, [gone, ended]);
  return null;
}

/** Not to whoever has it before their eyes. */
function useTellEnd(): (batch: AutoModelAnswer) => void {
  const text = useText(messages);
  const notify = useNotify();
  const nameOf = useBatchName();
  const tellFailure = useTellFailure();
  const watched = new URLSearchParams(useLocation().search).get("autoModelID");
  return (batch) => {
    const state = stateOf(batch);
    if (watched === batch.id || state === "cancelled") return;
    if (state === "failed") return tellFailure(batch);
    notify(text("automatic.done", { name: nameOf(batch) }), { type: "success" });
  };
}

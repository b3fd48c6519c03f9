import { useEffect, useEffectEvent } from "react";
import { useNotify } from "react-admin";
import { useServices } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useText } from "../i18n/use-text.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";

/** Reports on every screen that somebody has shared a dataset with the user, or no longer does. Only one tab reports it, once. */
export default function ShareNotifier() {
  const text = useText(messages);
  const { api, workLog } = useServices();
  const user = useSessionUser();
  const notify = useNotify();
  const { data } = useApiQuery(["datasets", "shared"], () => api.sharedDatasets(), {
    refetchInterval: () => POLL_INTERVALS.idle,
  });
  const report = useEffectEvent((datasets: NonNullable<typeof data>) => {
    const shared = datasets.map(({ id, title }) => ({ id, name: title }));
    for (const { kind, name } of workLog.updateShared(user.id, shared, new Date().toISOString()))
      if (kind === "share" || kind === "shareEnd") notify(text(`ended.done.${kind}`, { name }), { type: "info" });
  });
  useEffect(() => {
    if (data) report(data);
  }, [data]);
  return null;
}

import type { UserAnswer } from "@agatha/contracts/wire";
import { Alert } from "@mui/material";
import type { ReactNode } from "react";
import { useUser } from "../api/queries.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { useDatasetRole } from "../routing/analysis-context.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";
import { type Making, restrictionOf } from "./restriction-of.js";

/** Returns the account as the server last described it: what is made and deleted changes how much of a limit is used. */
function useCurrentUser(): UserAnswer {
  const atStart = useSessionUser();
  return useUser().data ?? atStart;
}

/** Returns why the user may not make this, in words, or null. */
export function useRestriction(making: Making): string | null {
  const text = useText(messages);
  const format = useFormat();
  const user = useCurrentUser();
  const role = useDatasetRole();
  const restriction = restrictionOf(user, { role, ...making });
  if (restriction === null) return null;
  const [limit, reserved] = [user.model_limit, user.model_reserved].map((count) => format.number(count));
  return text(restriction, { count: user.model_current, limit, reserved });
}

/** The children, or in their place why the user may not make what they make. */
export function Allowed({ children, ...making }: Making & { children: ReactNode }) {
  const restriction = useRestriction(making);
  return restriction === null ? children : <Alert severity="info">{restriction}</Alert>;
}

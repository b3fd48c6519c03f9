import type { ModelAnswer } from "@agatha/contracts/wire";
import { Chip } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

type ApiOfModel = Pick<ModelAnswer, "api_enabled" | "api_token_revoked" | "owner_refusal">;

/** Returns why the enabled API of a model refuses every call; null if it answers. */
export function apiRefusal({ api_token_revoked, owner_refusal }: ApiOfModel) {
  return owner_refusal ?? (api_token_revoked ? "revoked" : null);
}

/** Chip of a model whose API is enabled. It says whether a call would be answered, and if not, why. */
export function ApiChip({ model }: { model: ApiOfModel }) {
  const text = useText(messages);
  if (!model.api_enabled) return null;
  const refusal = apiRefusal(model);
  if (refusal === null) return <Chip label={text("apiOn")} color="primary" variant="outlined" />;
  const [label, why] =
    refusal === "revoked" ? [text("apiRevoked"), text("api.revokedHint")] : [text("apiRefused"), text(`api.refused.${refusal}`)];
  return <Chip label={label} title={why} color="warning" variant="outlined" />;
}

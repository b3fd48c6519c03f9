/** Keeps the token of a model's open API in the Secret that its spec names, so that a program of the cluster needs no console. */
import type { Clock, ModelStatus, OwnedSecretOutcome, OwnedSecrets, Resource } from "@agatha/contracts";
import { HiddenToken, modelSubject, type TokenStore } from "@agatha/contracts/api-access/api-tokens";
import type { ConditionState } from "../status/condition-messages.js";
import { setCondition } from "../status/set-condition.js";

export interface TokenSecretDeps {
  /** Absent where there are no secrets, as on one machine. */
  secrets?: OwnedSecrets | undefined;
  tokens?: Pick<TokenStore, "getOrCreate"> | undefined;
  timers: Clock;
  /** Returns the address of the open model API: in the cluster, or on one machine. */
  predictionUrl?: (() => string | undefined) | undefined;
}

/** Time after which a secret is written again without a notification, in case one was lost or somebody changed the secret. */
export const TOKEN_SECRET_REFRESH_MS = 60_000;

const TYPE = "TokenSecret";
const FAILURES = {
  taken: { reason: "SecretTaken", message: "A Secret of this name belongs to somebody else: name another one, or delete that one." },
  forbidden: {
    reason: "Forbidden",
    message: "The operator may not write Secrets here: set operator.tokenSecrets in the chart, or take the token from the console.",
  },
} as const;

/**
 * Writes the secret and returns the status with the outcome as a condition. A revoked token is removed from the secret. So is the
 * token from a secret that the spec no longer names, once another one may have it; the secret itself goes with the model.
 */
export async function withTokenSecret(
  deps: TokenSecretDeps,
  model: Resource<"Model">,
  { tokenSecret: kept, conditions, ...status }: ModelStatus,
): Promise<ModelStatus> {
  const wanted = model.spec.api?.tokenSecret;
  const outcome = wanted === undefined ? undefined : await writeToken(deps, model, wanted);
  // Nobody but the former Secret has a hidden token.
  if (kept !== undefined && kept !== wanted && outcome !== "hidden") await deps.secrets?.write(model, kept, {});
  if (wanted === undefined) return { ...status, conditions: conditions?.filter(({ type }) => type !== TYPE) };
  const condition = { ...tokenSecretCondition(outcome), observedGeneration: model.metadata.generation };
  const holder = outcome === "hidden" ? kept : outcome === "written" || outcome === "revoked" ? wanted : undefined;
  return {
    ...status,
    ...(holder !== undefined && { tokenSecret: holder }),
    conditions: setCondition(conditions, condition, deps.timers),
  };
}

type Outcome = OwnedSecretOutcome | "revoked" | "hidden" | undefined;

async function writeToken({ secrets, tokens, predictionUrl }: TokenSecretDeps, model: Resource<"Model">, name: string): Promise<Outcome> {
  if (!secrets || !tokens) return undefined;
  const url = predictionUrl?.();
  let token: string | undefined;
  try {
    token = await tokens.getOrCreate(modelSubject(model));
  } catch (error) {
    // The token is valid, and so is the Secret that has it.
    if (error instanceof HiddenToken) return "hidden";
    throw error;
  }
  const outcome = await secrets.write(model, name, { ...(url !== undefined && { url }), ...(token !== undefined && { token }) });
  return outcome === "written" && token === undefined ? "revoked" : outcome;
}

function tokenSecretCondition(outcome: Outcome): ConditionState {
  const no = { type: TYPE, status: "False" } as const;
  if (outcome === "written") return { type: TYPE, status: "True", reason: "Written", message: "The Secret has the token." };
  if (outcome === "revoked") {
    return { ...no, reason: "Revoked", message: "The token was revoked: the Secret has one again once a new one is made." };
  }
  if (outcome === "hidden") {
    return {
      ...no,
      reason: "TokenHidden",
      message:
        "The token was made with another AGATHA_SECRET_KEY. It is valid, and a Secret that has it stays: make a new one on the page of the model, or restore the key.",
    };
  }
  if (outcome === undefined) return { ...no, reason: "NoSecrets", message: FAILURES.forbidden.message };
  return { ...no, ...FAILURES[outcome] };
}

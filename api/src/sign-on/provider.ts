/** The client of an OpenID Connect provider: authorization code flow with PKCE (RFC 7636), state and nonce. */
import { createHmac } from "node:crypto";
import { ERRORS, errorReason, Unavailable } from "@agatha/contracts";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from "openid-client";
import { ApiError } from "../http/api-error.js";
import type { SignOnConfig } from "./config.js";

/** The claims of the provider about a person. Only issuer and subject identify the person for ever (OpenID Connect Core, 5.7). */
export interface Identity {
  issuer: string;
  subject: string;
  /** Address that the provider has verified. */
  verifiedEmail?: string | undefined;
  preferredName?: string | undefined;
  groups: string[];
}

/** One sign-on: where the browser returns to, and the random value that only this browser has. */
interface SignOnAttempt {
  redirectUri: string;
  browserSecret: string;
}

interface SignOnProvider {
  /** Returns the provider's page for the browser. Throws Unavailable when the provider does not answer. */
  authorizationUrl(attempt: SignOnAttempt): Promise<URL>;
  /** Returns who has signed on, from the query that the browser came back with. Throws ApiError (signOnFailed) for anything wrong. */
  identify(attempt: SignOnAttempt, query: string): Promise<Identity>;
}

export function createSignOnProvider(config: SignOnConfig, secretKey: Uint8Array): SignOnProvider {
  let discovered: Promise<Configuration> | undefined;
  /** The provider may start later than this process: a failure is not remembered. */
  function client(): Promise<Configuration> {
    discovered ??= discover(config).catch((error: unknown) => {
      discovered = undefined;
      throw new Unavailable(`The sign-on provider ${config.issuer} does not answer: ${errorReason(error)}`);
    });
    return discovered;
  }
  /** State, nonce and verifier come from the browser's secret, so that nothing is stored and any replica can continue. */
  const derive = (purpose: string, { browserSecret }: SignOnAttempt): string =>
    createHmac("sha256", secretKey).update(`sign-on ${purpose}:${browserSecret}`).digest("base64url");

  return {
    async authorizationUrl(attempt) {
      return buildAuthorizationUrl(await client(), {
        redirect_uri: attempt.redirectUri,
        scope: config.scopes,
        state: derive("state", attempt),
        nonce: derive("nonce", attempt),
        code_challenge: await calculatePKCECodeChallenge(derive("verifier", attempt)),
        code_challenge_method: "S256",
      });
    },
    async identify(attempt, query) {
      const provider = await client();
      const returned = new URL(attempt.redirectUri);
      returned.search = query;
      try {
        const tokens = await authorizationCodeGrant(provider, returned, {
          expectedState: derive("state", attempt),
          expectedNonce: derive("nonce", attempt),
          pkceCodeVerifier: derive("verifier", attempt),
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error("the provider sent no ID token");
        // Often only the userinfo endpoint returns groups and addresses.
        const more = provider.serverMetadata().userinfo_endpoint ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
        return identityOf({ ...more, ...claims }, config.groupsClaim);
      } catch (error) {
        throw new ApiError(ERRORS.signOnFailed, undefined, {}, `The sign-on at ${config.name} failed: ${reasonOf(error)}`);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: SignOnConfig): Promise<Configuration> {
  const insecure = new URL(issuer).protocol === "http:" ? [allowInsecureRequests] : [];
  const authentication = clientSecret === undefined ? None() : undefined;
  // By default the token endpoint's TLS alone vouches for an ID token.
  const execute = [...insecure, enableNonRepudiationChecks];
  return await discovery(new URL(issuer), clientId, clientSecret, authentication, { execute });
}

function identityOf(claims: Record<string, unknown> & { iss: string; sub: string }, groupsClaim: string): Identity {
  const { iss, sub, email, email_verified, preferred_username } = claims;
  const groups = claims[groupsClaim];
  return {
    issuer: iss,
    subject: sub,
    verifiedEmail: email_verified === true ? text(email) : undefined,
    preferredName: text(preferred_username),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group): group is string => typeof group === "string"),
  };
}

const text = (claim: unknown): string | undefined => (typeof claim === "string" && claim !== "" ? claim : undefined);

/** The provider's own words, if it has some: `error_description` (RFC 6749, 4.1.2.1). */
function reasonOf(error: unknown): string {
  const described = error instanceof Error && "error_description" in error ? error.error_description : undefined;
  return typeof described === "string" ? described : errorReason(error);
}

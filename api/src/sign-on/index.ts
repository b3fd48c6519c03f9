/** Sign-on by OpenID Connect, beside the login with a password. */
import { ERRORS } from "@agatha/contracts";
import { randomToken } from "@agatha/contracts/api-access/api-tokens";
import { signOnAnswer } from "@agatha/contracts/wire";
import type { CookieOptions, Request } from "express";
import { startSession } from "../accounts/sessions/start-session.js";
import { recordHourly } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { errorReply } from "../http/error-handler.js";
import { publicUrl } from "../http/public-url.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { cookieName, cookieOptions, readCookie } from "../http/sessions.js";
import { accountOf } from "./account.js";
import { createSignOnProvider } from "./provider.js";

const CALLBACK_PATH = "/accounts/sign_on/callback";
/** Time for a person to sign on at the provider. */
const ATTEMPT_MS = 900_000;

/** No password can be guessed here, and many people of one office sign on from one address. */
const SIGN_ONS_PER_LOGIN = 10;

/** Public routes for the sign-on: whether there is a provider, the way there, and the way back, which opens a session. */
export function signOnRoutes(deps: ApiDeps): Route[] {
  const { config } = deps;
  const { signOn } = config;
  const provider = signOn && createSignOnProvider(signOn, config.secretKey);
  const cookie = cookieName(config, "sign_on");
  const options: CookieOptions = cookieOptions(config);
  const shared = {
    access: "public",
    method: "get",
    tag: "Accounts",
    limits: { beforeBody: rateLimiter({ perMinute: SIGN_ONS_PER_LOGIN * config.rateLimits.login }) },
  } as const;
  const redirectUri = (request: Request): string => `${publicUrl(request, config)}${CALLBACK_PATH}`;
  const loginPage = (request: Request, outcome: string) => ({
    status: 302,
    headers: { Location: `${publicUrl(request, config)}/account/login?sign_on=${outcome}` },
  });

  return [
    defineRoute({
      ...shared,
      limits: {},
      path: "/accounts/sign_on",
      summary:
        "The provider that people can sign on with instead of a password, if there is one, and whether links for new passwords are mailed",
      responses: { 200: signOnAnswer },
      handler: async () => ({
        body: { provider: signOn ? { name: signOn.name } : null, mails_reset_links: deps.sendMail !== undefined },
      }),
    }),
    defineRoute({
      ...shared,
      path: "/accounts/sign_on/start",
      summary: "Leads a browser to the provider's page; it comes back with a session, or to the login page with the code of an error",
      responses: { 302: null },
      errors: [ERRORS.tooManyRequests],
      async handler({ request, response }) {
        if (!provider) throw new ApiError(ERRORS.badRequest, 404, {}, "Sign-on is not set up: AGATHA_OIDC_ISSUER names the provider");
        const browserSecret = randomToken();
        try {
          const url = await provider.authorizationUrl({ redirectUri: redirectUri(request), browserSecret });
          response.cookie(cookie, browserSecret, { ...options, maxAge: ATTEMPT_MS });
          return { status: 302, headers: { Location: url.href } };
        } catch (error) {
          return loginPage(request, await refuse(error, request));
        }
      },
    }),
    defineRoute({
      ...shared,
      path: CALLBACK_PATH,
      summary: "Where the provider sends the browser back to",
      responses: { 302: null },
      errors: [ERRORS.tooManyRequests],
      async handler({ request, response }) {
        response.clearCookie(cookie, options);
        let person: string | undefined;
        try {
          const browserSecret = readCookie(request.headers.cookie, cookie);
          if (!provider || !signOn || browserSecret === undefined)
            throw new ApiError(ERRORS.signOnFailed, undefined, {}, "This browser has begun no sign-on, or too long ago");
          const [, query = ""] = request.originalUrl.split("?", 2);
          const identity = await provider.identify({ redirectUri: redirectUri(request), browserSecret }, query);
          person = identity.verifiedEmail ?? identity.preferredName ?? identity.subject;
          const user = await accountOf(deps, signOn, identity);
          await startSession(deps, user, { request, response, method: "oidc" });
          return loginPage(request, "done");
        } catch (error) {
          return loginPage(request, await refuse(error, request, person));
        }
      },
    }),
  ];

  /**
   * Returns the error's code, by which the login page tells it, since a browser shows no JSON. The log and the audit have the
   * reason, and the person if the provider named one.
   */
  async function refuse(error: unknown, { ip: address }: Request, person?: string): Promise<string> {
    const reply = errorReply(error);
    if (!reply) throw error;
    const code = reply.body.tukey_error;
    const reason = error instanceof ApiError ? error.reason : error instanceof Error ? error.message : undefined;
    const detail = { code, reason, person, address };
    deps.logger.info(detail, "sign-on refused");
    await recordHourly(deps, "", { action: "sign_on.refused", target: "", detail });
    return code;
  }
}

import { ERRORS } from "@agatha/contracts";
import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { ApiError } from "./api-error.js";
import { createSteadyWindowStore } from "./steady-window-store.js";

const WINDOW_MS = 60_000;

interface RateLimitOptions {
  perMinute: number;
  /** Key to count by; the address by default. Undefined counts nobody. */
  key?: (request: Request) => string | undefined;
  /** Count only failed requests, to limit password guessing. */
  failuresOnly?: boolean;
}

const clientAddress = (request: Request): string => ipKeyGenerator(request.ip ?? "");

/** Returns the id of the logged-in user, or else the address. */
export const userOrAddress = (request: Request): string => (request.res?.locals.userId as string | undefined) ?? clientAddress(request);

/** Returns middleware that answers 429 (tooManyRequests) with Retry-After. Each process counts separately. */
export function rateLimiter({ perMinute, key = clientAddress, failuresOnly = false }: RateLimitOptions): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    store: createSteadyWindowStore(WINDOW_MS),
    limit: perMinute,
    standardHeaders: "draft-7",
    legacyHeaders: false,
    skipSuccessfulRequests: failuresOnly,
    ...(key !== clientAddress && { skip: (request: Request) => key(request) === undefined }),
    keyGenerator: (request) => key(request) ?? "",
    // Retry-After is already set here.
    handler: (_request, _response, next) => next(new ApiError(ERRORS.tooManyRequests)),
    // A wrong number of trusted proxies is a deployment error; it must not fail requests.
    validate: { xForwardedForHeader: false, keyGeneratorIpFallback: false },
  });
}

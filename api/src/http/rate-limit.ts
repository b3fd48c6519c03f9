import { ERRORS } from "@agatha/contracts";
import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { ApiError } from "./api-error.js";

export interface RateLimitOptions {
  perMinute: number;
  /** Whom to count for; the address when left out. Undefined counts nobody. */
  key?: (request: Request) => string | undefined;
  /** Count only what was refused: for guessing of passwords. */
  failuresOnly?: boolean;
}

const clientAddress = (request: Request): string => ipKeyGenerator(request.ip ?? "");

/** Of somebody who is logged in, wherever from. */
export const userOrAddress = (request: Request): string => (request.res?.locals.userId as string | undefined) ?? clientAddress(request);

/** Answers 429 (tooManyRequests) with Retry-After. Each process counts for itself. */
export function rateLimiter({ perMinute, key = clientAddress, failuresOnly = false }: RateLimitOptions): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    standardHeaders: "draft-7",
    legacyHeaders: false,
    skipSuccessfulRequests: failuresOnly,
    skip: (request) => key(request) === undefined,
    keyGenerator: (request) => key(request) ?? "",
    // Retry-After is set by then.
    handler: (_request, _response, next) => next(new ApiError(ERRORS.tooManyRequests)),
    // A wrong number of trusted proxies is for whoever deploys; it must not fail requests.
    validate: { xForwardedForHeader: false, keyGeneratorIpFallback: false },
  });
}

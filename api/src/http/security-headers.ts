import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";
import type { ApiConfig } from "../deps.js";

/**
 * Scripts from this server only, none inline. Inline styles are allowed: the console's components insert style
 * elements while they run and its charts build tooltips with style attributes; a nonce covers only the former, and
 * would make index.html a different page for each request. 'self' includes this host's WebSocket (CSP 3, 6.7.2.8).
 */
export function securityHeaders(config: Pick<ApiConfig, "secureCookies">): RequestHandler {
  const headers = captureHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          scriptSrcAttr: ["'none'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", "data:", "blob:"],
          fontSrc: ["'self'", "data:"],
          connectSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
        },
      },
      // A companion service opens the console and talks to it as its opener: an opener policy would cut that line.
      crossOriginOpenerPolicy: false,
      strictTransportSecurity: config.secureCookies,
    }),
  );
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** The same for every request: what helmet sets is taken once, as its dozen functions take longer than to set what they say. */
function captureHeaders(middleware: RequestHandler): [string, string][] {
  const headers = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => void headers.set(name, value), removeHeader: () => undefined };
  middleware({} as Request, response as unknown as Response, (error?: unknown) => {
    if (error) throw error;
  });
  return [...headers];
}

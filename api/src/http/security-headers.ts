import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";
import type { ApiConfig } from "../deps.js";

/**
 * Security headers. They allow scripts from this server only, none inline. Inline styles are allowed: the console's components
 * insert style elements at run time, and its charts build tooltips with style attributes. A nonce covers only the former, and
 * would make index.html different for each request. 'self' includes this host's WebSocket (CSP 3, 6.7.2.8).
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
      // A companion service opens the console and communicates with it as its opener, which an opener policy would prevent.
      crossOriginOpenerPolicy: false,
      strictTransportSecurity: config.secureCookies,
    }),
  );
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/**
 * Returns the headers that helmet sets. They are the same for every request, and running its dozen functions takes longer than
 * setting the headers.
 */
function captureHeaders(middleware: RequestHandler): [string, string][] {
  const headers = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => void headers.set(name, value), removeHeader: () => undefined };
  middleware({} as Request, response as unknown as Response, (error?: unknown) => {
    if (error) throw error;
  });
  return [...headers];
}

import type { RequestHandler } from "express";
import helmet from "helmet";
import type { ApiConfig } from "../deps.js";

/**
 * Scripts from this server only, none inline. Inline styles are allowed: the console's components insert style
 * elements while they run and its charts build tooltips with style attributes; a nonce covers only the former, and
 * would make index.html a different page for each request. 'self' includes this host's WebSocket (CSP 3, 6.7.2.8).
 */
export function securityHeaders(config: Pick<ApiConfig, "secureCookies">): RequestHandler {
  return helmet({
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
  });
}

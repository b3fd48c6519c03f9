/** Static files of the built console under the base path. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "@agatha/contracts";
import type { Request, RequestHandler, Response } from "express";
import { loadStaticFiles } from "./static-files.js";

interface ConsoleOptions {
  /** Folder of the built console. */
  folder: string;
  basePath: string;
  /** First path segments of the API. No path below them is a page. */
  apiSegments: ReadonlySet<string>;
}

const YEAR_SECONDS = 31_536_000;

/**
 * Serves files, and index.html for every path that a browser may navigate to, where the console's router takes over. Names of
 * files under assets/ contain a digest of their content, so they never change. Everything else is revalidated. A build that
 * replaces the files is served from the next page on.
 */
export function consoleHandler({ folder, basePath, apiSegments }: ConsoleOptions): RequestHandler {
  const currentSite = reloadedAfterBuild(folder, basePath);
  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const [path = ""] = request.originalUrl.split("?");
    if (basePath !== "" && (path === basePath || path === "/")) return redirect(request, response, basePath);
    if (!path.startsWith(`${basePath}/`)) return next();
    const name = path.slice(basePath.length + 1);
    const site = currentSite(name);
    const file = site.get(name) ?? (isPagePath(name, apiSegments) ? site.get("index.html") : undefined);
    if (!file) return next();
    response.locals.route = "console";
    response.set("Cache-Control", name.startsWith("assets/") ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
    await file.send(request, response).catch((cause: unknown) => {
      // A response that the file could not be read must not be cached for a year.
      response.set("Cache-Control", "no-store");
      throw new Unavailable(`The server cannot read the console's file ${name}: try again, or install Agatha again`, { cause });
    });
  };
}

/** Returns a function that gives the files for a request, read again when the page is another one than before. */
function reloadedAfterBuild(folder: string, basePath: string): (name: string) => ReturnType<typeof loadStaticFiles> {
  const builtAt = () => statSync(join(folder, "index.html"), { throwIfNoEntry: false })?.mtimeMs;
  let site = loadStaticFiles(folder, basePath);
  let loadedAt = builtAt();
  return (name) => {
    // While a build runs, there is no page.
    const now = site.has(name) && name !== "index.html" ? loadedAt : builtAt();
    if (now !== undefined && now !== loadedAt) {
      site = loadStaticFiles(folder, basePath);
      loadedAt = now;
    }
    return site;
  };
}

function redirect(request: Request, response: Response, basePath: string): void {
  const query = request.originalUrl.indexOf("?");
  response.redirect(302, `${basePath}/${query === -1 ? "" : request.originalUrl.slice(query)}`);
}

/**
 * Returns true for paths of pages. A path that looks like a file's is not a page, because HTML in place of a missing script gives
 * a misleading error.
 */
function isPagePath(name: string, apiSegments: ReadonlySet<string>): boolean {
  const segments = name.split("/");
  return !apiSegments.has(segments[0] ?? "") && !segments.at(-1)?.includes(".");
}

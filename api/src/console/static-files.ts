import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Request, Response } from "express";

interface StaticFile {
  send(request: Request, response: Response): Promise<void>;
}

/** Forms of a file in the order of preference. The build may have made them: `a.js.br`, `a.js.gz`. */
const ENCODINGS = [
  { name: "br", extension: ".br", compress: promisify(brotliCompress) },
  { name: "gzip", extension: ".gz", compress: promisify(gzip) },
] as const;
const COMPRESSIBLE: ReadonlySet<string> = new Set([".js", ".css", ".html", ".svg", ".json", ".csv", ".txt", ".md", ".map"]);

/** Returns the files that exist now, by their path with slashes. A request can name no others. */
export function loadStaticFiles(folder: string, basePath: string): Map<string, StaticFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ENCODINGS.some(({ extension }) => entry.name.endsWith(extension)))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((path) => {
      const name = relative(folder, path).split(sep).join("/");
      const content = name === "index.html" ? indexPage(path, basePath) : undefined;
      return [name, staticFile(path, content)];
    }),
  );
}

/**
 * Returns index.html with the base path in its base element. All addresses are relative to it, so that one build serves any base
 * path.
 */
function indexPage(path: string, basePath: string): Buffer {
  return Buffer.from(readFileSync(path, "utf8").replace(/<base href="[^"]*"/, `<base href="${basePath}/"`));
}

function staticFile(path: string, generated?: Buffer): StaticFile {
  const extension = extname(path);
  if (!COMPRESSIBLE.has(extension)) return { send: (_request, response) => sendFile(response, path) };
  const read = memoizeUntilFailure(async () => {
    const content = generated ?? (await readFile(path));
    return { content, etag: `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"` };
  });
  const encoded = ENCODINGS.map(({ name, extension: suffix, compress }) => ({
    name,
    bytes: memoizeUntilFailure(async () => {
      const built = generated ? undefined : await readFile(`${path}${suffix}`).catch(() => undefined);
      return built ?? (await compress((await read()).content));
    }),
  }));
  return {
    async send(request, response) {
      const { content, etag } = await read();
      // Weak, because it identifies all forms (RFC 9110, 8.8.3.3).
      response.type(extension).set({ Vary: "Accept-Encoding", ETag: etag });
      if (request.fresh) return void response.status(304).end();
      const accepted = encoded.find(({ name }) => request.acceptsEncodings(name));
      if (accepted) response.set("Content-Encoding", accepted.name);
      response.send(accepted ? await accepted.bytes() : content);
    },
  };
}

/** Returns a function that makes its result once. It tries again after a failure. */
function memoizeUntilFailure<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function sendFile(response: Response, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    response.sendFile(path, { cacheControl: false, dotfiles: "allow" }, (error) => (error ? reject(error) : resolve())),
  );
}

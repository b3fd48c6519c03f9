import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

interface StaticFile {
  send(request: Request, response: Response): Promise<void>;
}

const gzipBytes = promisify(gzip);
const COMPRESSIBLE: ReadonlySet<string> = new Set([".js", ".css", ".html", ".svg", ".json", ".csv", ".txt", ".map"]);

/** Returns the files that exist now, by their path with slashes. A request can name no others. */
export function loadStaticFiles(folder: string, basePath: string): Map<string, StaticFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".gz"))
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
  /** Compressed once, by the build or here; the files are few and small. */
  let prepared: Promise<{ content: Buffer; gzipped: Buffer; etag: string }> | undefined;
  const prepare = async () => {
    const content = generated ?? (await readFile(path));
    const gzipped = generated ? undefined : await readFile(`${path}.gz`).catch(() => undefined);
    const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
    return { content, gzipped: gzipped ?? (await gzipBytes(content, { level: 9 })), etag };
  };
  return {
    async send(request, response) {
      // A failed read is not cached, so the next request tries again.
      prepared ??= prepare().catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      const { content, gzipped, etag } = await prepared;
      // Weak, because it identifies both forms (RFC 9110, 8.8.3.3).
      response.type(extension).set({ Vary: "Accept-Encoding", ETag: `W/${etag}` });
      if (request.fresh) return void response.status(304).end();
      const acceptsGzip = request.acceptsEncodings("gzip", "identity") === "gzip";
      if (acceptsGzip) response.set("Content-Encoding", "gzip");
      response.send(acceptsGzip ? gzipped : content);
    },
  };
}

function sendFile(response: Response, path: string): Promise<void> {
  return new Promise((resolve, reject) =>
    response.sendFile(path, { cacheControl: false, dotfiles: "allow" }, (error) => (error ? reject(error) : resolve())),
  );
}

/** A multipart body with one file, taken as a stream. */
import type { Readable } from "node:stream";
import { InvalidInput } from "@agatha/contracts";
import busboy, { type Busboy } from "busboy";
import type { Request } from "express";

const LIMITS = { fields: 20, fieldSize: 4096, files: 1, headerPairs: 20 };

export interface SentFile {
  /** Without any folders. */
  fileName: string;
  bytes: Readable;
}

export interface Received<T> {
  taken: T;
  fields: Record<string, string>;
}

/**
 * Hands the part named `file` to `take`, whose promise must settle once `bytes` ends or fails, and waits for the rest.
 * Whatever goes wrong (a broken body, an aborted request, a `take` that throws), `bytes` fails if it has not ended, and
 * `take` has settled before this throws. The request stays open for an answer.
 */
export async function receiveFile<T>(request: Request, take: (file: SentFile) => Promise<T>): Promise<Received<T>> {
  const parser = multipartParser(request);
  const fields = new Map<string, string>();
  let taking: Promise<T> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on("field", (name, value, { valueTruncated }) => {
        if (valueTruncated) reject(bad(name, `Must be shorter than ${LIMITS.fieldSize} bytes`));
        fields.set(name, value);
      });
      parser.on("file", (name, bytes, { filename }) => {
        // The error reaches the caller through `take` or the parser; unheard it would end the process.
        bytes.on("error", () => undefined);
        if (name !== "file" || !filename) return reject(bad(name ?? "", 'The file must be in the part named "file", with its file name'));
        taking = take({ fileName: filename, bytes });
        taking.catch(reject);
      });
      parser.on("filesLimit", () => reject(bad("file", "Send one file only")));
      parser.on("fieldsLimit", () => reject(bad("", "There are too many fields")));
      parser.on("error", (error) => reject(bad("", `The body is not valid multipart/form-data: ${message(error)}`)));
      parser.on("close", resolve);
      request.on("close", () => {
        if (!request.complete) reject(bad("", "The upload was broken off"));
      });
      request.pipe(parser);
    });
  } catch (error) {
    request.unpipe(parser);
    parser.destroy(error instanceof Error ? error : undefined);
    await taking?.catch(() => undefined);
    throw error;
  }
  if (!taking) throw bad("file", "The file is missing");
  return { taken: await taking, fields: Object.fromEntries(fields) };
}

function multipartParser(request: Request): Busboy {
  try {
    // Browsers send file names as UTF-8 (HTML standard, "multipart/form-data encoding algorithm"); busboy's default is Latin-1.
    return busboy({ headers: request.headers, limits: LIMITS, defParamCharset: "utf8" });
  } catch (error) {
    throw bad("", `Send the file as multipart/form-data: ${message(error)}`);
  }
}

const bad = (path: string, text: string): InvalidInput => new InvalidInput("010201", { path, message: text });
const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

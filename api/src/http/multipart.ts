/** Multipart body with one file, which is read as a stream. */
import type { Readable } from "node:stream";
import { ERRORS, InvalidInput } from "@agatha/contracts";
import busboy, { type Busboy } from "busboy";
import type { Request } from "express";
import { checkContentEncoding } from "./json-body.js";

const LIMITS = { fields: 20, fieldSize: 4096, files: 1, headerPairs: 20 };

export interface UploadedFile {
  /** Without folders. */
  fileName: string;
  bytes: Readable;
}

interface MultipartResult<T> {
  result: T;
  fields: Record<string, string>;
}

/**
 * Passes the part named `file` to `handle`, whose promise must settle once `bytes` ends or fails, and waits for the rest. On any
 * error (a malformed body, an aborted request, a `handle` that throws), `bytes` fails if it has not ended, and `handle` has settled
 * before this throws. The request stays open for an answer. Throws ApiError (415) for a compressed body.
 */
export async function receiveFile<T>(request: Request, handle: (file: UploadedFile) => Promise<T>): Promise<MultipartResult<T>> {
  checkContentEncoding(request);
  const parser = multipartParser(request);
  const fields = new Map<string, string>();
  let handling: Promise<T> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on("field", (name, value, { valueTruncated }) => {
        if (valueTruncated) reject(invalidBody(name, `Must be shorter than ${LIMITS.fieldSize} bytes`));
        fields.set(name, value);
      });
      parser.on("file", (name, bytes, { filename }) => {
        // The error reaches the caller through `handle` or the parser. Without a listener it would end the process.
        bytes.on("error", () => undefined);
        if (name !== "file" || !filename)
          return reject(invalidBody(name ?? "", 'The file must be in the part named "file", with its file name'));
        handling = handle({ fileName: filename, bytes });
        handling.catch(reject);
      });
      parser.on("filesLimit", () => reject(invalidBody("file", "Send one file only")));
      parser.on("fieldsLimit", () => reject(invalidBody("", "There are too many fields")));
      parser.on("error", (error) => reject(invalidBody("", `The body is not valid multipart/form-data: ${errorMessage(error)}`)));
      parser.on("close", resolve);
      request.on("close", () => {
        if (!request.complete) reject(invalidBody("", "The upload was broken off"));
      });
      request.pipe(parser);
    });
  } catch (error) {
    request.unpipe(parser);
    parser.destroy(error instanceof Error ? error : undefined);
    await handling?.catch(() => undefined);
    throw error;
  }
  if (!handling) throw invalidBody("file", "The file is missing");
  return { result: await handling, fields: Object.fromEntries(fields) };
}

function multipartParser(request: Request): Busboy {
  try {
    // Browsers send file names as UTF-8 (HTML standard, "multipart/form-data encoding algorithm"); busboy's default is Latin-1.
    return busboy({ headers: request.headers, limits: LIMITS, defParamCharset: "utf8" });
  } catch (error) {
    throw invalidBody("", `Send the file as multipart/form-data: ${errorMessage(error)}`);
  }
}

const invalidBody = (path: string, text: string): InvalidInput => new InvalidInput(ERRORS.badRequest, { path, message: text });
const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

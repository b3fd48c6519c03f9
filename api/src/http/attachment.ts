import type { Response } from "express";

/** Characters that file systems do not take in a name, and halves of characters, which no header takes. */
const RESERVED = /[\\/:*?"<>|\p{Cs}]/gu;

/** Names the file as which a browser saves the answer: in any script (RFC 6266), and in ASCII for old programs. Sets the type too. */
export function nameAttachment(response: Response, fileName: string): void {
  response.attachment(fileName.replace(RESERVED, "_"));
}

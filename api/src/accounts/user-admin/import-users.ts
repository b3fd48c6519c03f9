/** Import of accounts from a file: all of them are created, or none. */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { COLLECTIONS, type NewDocument, RejectedBytes, type User } from "@agatha/contracts";
import type { ImportedUser, UserAnswer } from "@agatha/contracts/wire";
import { readTableFile, type TableFile } from "@agatha/trainer/serving";
import type { Request } from "express";
import { recordAudit } from "../../audit/record-audit.js";
import type { ApiDeps } from "../../deps.js";
import { receiveFile } from "../../http/multipart.js";
import { sourceFormatOf } from "../../uploads/stored-file.js";
import { describeUsers } from "../service.js";
import { parseImportedUsers } from "./import-rows.js";
import { buildUser, insertUser, usernameTaken } from "./user-admin.js";

/** Longest file of accounts. */
export const MAX_IMPORT_BYTES = 1_000_000;
const MAX_ROWS = 1000;

/**
 * Creates accounts without passwords: nobody can log in to them until a link sets a password. Throws InvalidInput and
 * RejectedBytes; then it creates none.
 */
export async function importUsers(deps: ApiDeps, manager: User, request: Request): Promise<UserAnswer[]> {
  const users = deps.documents.collection(COLLECTIONS.users);
  const newUsers = await readNewUsers(deps, request);
  const created: User[] = [];
  try {
    for (const { account, settings } of newUsers) created.push(await insertUser(deps, manager, account, settings));
  } catch (error) {
    for (const { id } of created) {
      await recordAudit(deps, manager, { action: "user.create.undo", target: id });
      await users.delete(id);
    }
    throw error;
  }
  return await describeUsers(deps, created);
}

/** Returns the accounts of the file's rows and creates none. Throws as importUsers does. */
export async function previewImport(deps: ApiDeps, request: Request): Promise<ImportedUser[]> {
  return (await readNewUsers(deps, request)).map(({ settings }) => settings);
}

interface NewUser {
  account: NewDocument<User>;
  settings: ImportedUser;
}

async function readNewUsers(deps: ApiDeps, request: Request): Promise<NewUser[]> {
  const table = await receiveImportFile(deps, request);
  const taken = new Set((await deps.documents.collection(COLLECTIONS.users).find()).map(({ username }) => username));
  return parseImportedUsers(table, (settings) => {
    if (taken.has(settings.username)) throw usernameTaken(settings.username);
    taken.add(settings.username);
    return { account: buildUser(deps, settings), settings };
  });
}

async function receiveImportFile({ config }: ApiDeps, request: Request): Promise<TableFile> {
  await mkdir(config.scratch, { recursive: true });
  const folder = await mkdtemp(join(config.scratch, "accounts-"));
  try {
    const path = join(folder, "upload");
    const { result: format } = await receiveFile(request, async ({ fileName, bytes }) => {
      const format = sourceFormatOf(fileName);
      await pipeline(bytes, limitBytes(MAX_IMPORT_BYTES), createWriteStream(path));
      return format;
    });
    return await readTableFile(path, { format, folder, maxRows: MAX_ROWS });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function limitBytes(limit: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(new RejectedBytes("TooLarge", `the limit is ${limit} bytes`));
      else done(null, chunk);
    },
  });
}

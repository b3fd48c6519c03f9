/** A file of accounts: all of them are made, or none. */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { COLLECTIONS, RejectedBytes, type User } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import { type ListFile, readListFile } from "@agatha/trainer/serving";
import type { Request } from "express";
import { receiveFile } from "../datasets/multipart.js";
import { formatOf } from "../datasets/stored-file.js";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { Findings, importedUsers } from "./imported.js";
import { insertUser, settledUser, takenName } from "./managing.js";
import { describeUsers } from "./service.js";

const MAX_BYTES = 1_000_000;
const MAX_ROWS = 1000;

/** Nobody can log in to them before a password is set by a link. Throws InvalidInput and RejectedBytes; then none is made. */
export async function importUsers(deps: ApiDeps, manager: User, request: Request): Promise<UserAnswer[]> {
  const imported = importedUsers(await receivedList(deps, request));
  const users = deps.documents.collection(COLLECTIONS.users);
  const taken = new Set((await users.find()).map(({ username }) => username));
  const found = new Findings();
  const wanted = imported.flatMap(({ at, user }) => {
    const settled = found.collect(at, () => {
      if (taken.has(user.username)) throw takenName(user.username);
      taken.add(user.username);
      return settledUser(deps, user);
    });
    return settled ? [{ ...user, account: settled }] : [];
  });
  found.throwAny();
  const made: User[] = [];
  try {
    for (const { account, ...settings } of wanted) made.push(await insertUser(deps, manager, account, settings));
  } catch (error) {
    for (const { id } of made) {
      await audit(deps, manager, { action: "user.create.undo", target: id });
      await users.delete(id);
    }
    throw error;
  }
  return await describeUsers(deps, made);
}

async function receivedList({ config }: ApiDeps, request: Request): Promise<ListFile> {
  await mkdir(config.scratch, { recursive: true });
  const folder = await mkdtemp(join(config.scratch, "accounts-"));
  try {
    const path = join(folder, "upload");
    const { taken: format } = await receiveFile(request, async ({ fileName, bytes }) => {
      const format = formatOf(fileName);
      await pipeline(bytes, atMost(MAX_BYTES), createWriteStream(path));
      return format;
    });
    return await readListFile(path, { format, folder, maxRows: MAX_ROWS });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function atMost(limit: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(new RejectedBytes("TooLarge", `the limit is ${limit} bytes`));
      else done(null, chunk);
    },
  });
}

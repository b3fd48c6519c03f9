import { ERRORS } from "@agatha/contracts";
import { ApiError, type LoginRequest } from "@agatha/contracts/client";
import type { UserAnswer } from "@agatha/contracts/wire";
import type { Command } from "../command.js";
import { type CommandContext, UsageError } from "../command-context.js";
import { createSession, deleteSession, openSession, type Session } from "../session-file.js";
import { printJson } from "./output.js";

export const login: Command = {
  operands: ["URL"],
  description: "Logs in, and remembers the session for the other commands",
  options: {
    code: {
      valueName: "CODE",
      description: "Code of the second factor, or a recovery code; asked for on a terminal if the account needs one",
    },
    user: { valueName: "NAME", description: "Account; the password comes from AGATHA_PASSWORD, else it is asked for or read from a pipe" },
  },
  async run({ operands: [url = ""], options }, context) {
    if (options.user === undefined) throw new UsageError("--user is missing: the name of the account");
    const session = createSession(context, baseUrl(url));
    const password = await context.askPassword();
    context.signal.throwIfAborted();
    if (password === "") throw new UsageError("The password is missing: set AGATHA_PASSWORD, type it, or send it by a pipe");
    const user = await logIn(session, context, {
      username: options.user,
      password,
      ...(options.code !== undefined && { code: options.code }),
    });
    await session.save();
    printJson(context, { id: user.id, username: user.username, auth: user.auth, url: session.url });
  },
};

/** Logs in, and asks for the code of a second factor where the account has one and none was given. */
async function logIn(session: Session, context: CommandContext, credentials: LoginRequest): Promise<UserAnswer> {
  try {
    return await session.api.login(credentials);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) throw new UsageError(notFoundMessage(session.url));
    if (error.code !== ERRORS.codeRequired || credentials.code !== undefined) throw error;
    const code = await context.askCode();
    context.signal.throwIfAborted();
    if (code === "") throw new UsageError("The account has a second factor: give its code with --code, or type it on a terminal");
    return await session.api.login({ ...credentials, code });
  }
}

export const logout: Command = {
  operands: [],
  description: "Ends the session, here and on the server",
  options: {},
  async run(_arguments, context) {
    const { api } = await openSession(context);
    await deleteSession(context);
    await api.logout();
  },
};

const notFoundMessage = (url: string): string =>
  `There is no Agatha at ${url}. Give the address that the console is opened with, such as ${new URL(url).origin}/tukey`;

/** The address includes the base path: http://127.0.0.1:8080/tukey. */
function baseUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`"${url}" is no address. Give the one that the console is opened with, such as http://127.0.0.1:8080/tukey`);
  }
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, "");
}

import type {
  AccountSettings,
  AuditAnswer,
  ImportedUser,
  Language,
  ResetLinkAnswer,
  SecondFactorSetup,
  SessionAnswer,
  SignOnAnswer,
  UserAnswer,
} from "../wire/index.js";
import { type JsonClient, pathSegment } from "./json-client.js";
import type {
  ApiEnableModeUpdate,
  AuditDownloadInput,
  AuditQueryInput,
  ChangePasswordRequest,
  LoginRequest,
  NewUser,
  RecoveryCodes,
  ResetPasswordRequest,
  UserIdentity,
} from "./request-types.js";
import { uploadForm } from "./upload-form.js";

/** Calls for the caller's own account. */
export const accountCalls = ({ fetchJson, list, send }: JsonClient) => ({
  /** Throws ApiError codeRequired for an account with a second factor if `credentials` has no code. */
  login: (credentials: LoginRequest) => fetchJson<UserAnswer>("/accounts/login", { method: "POST", body: credentials, anonymous: true }),
  logout: () => send("/accounts/logout", { method: "POST" }),
  signOn: (signal?: AbortSignal) => fetchJson<SignOnAnswer>("/accounts/sign_on", { signal }),
  user: (signal?: AbortSignal) => fetchJson<UserAnswer>("/agatha/user/", { signal }),
  /** Null removes the address. The password is needed where links for new passwords are mailed. */
  changeEmail: (email: string | null, password?: string) =>
    fetchJson<UserAnswer>("/agatha/user/update_info/", { method: "PATCH", body: { email, password } }),
  /** Confirms that the same person still uses the session. */
  checkPassword: (password: string) => fetchJson<UserIdentity>("/agatha/users/check/", { method: "POST", body: { password } }),
  /** Ends every session of the account. */
  changePassword: (request: ChangePasswordRequest) => send("/accounts/change_password", { method: "POST", body: request }),
  /** Mails a link to set a new password, or notifies managers, who can make one. `name` is the account's name or e-mail address. */
  forgotPassword: (name: string, language?: Language) =>
    send("/accounts/forgot_password", { method: "POST", body: { username: name, language } }),
  sessions: (signal?: AbortSignal) => list<SessionAnswer>("/agatha/user/sessions/", { signal }),
  endSession: (id: string) => send(`/agatha/user${pathSegment("sessions", id)}/`, { method: "DELETE" }),
  /** Ends every session of the account but the caller's. */
  endOtherSessions: () => send("/agatha/user/sessions/", { method: "DELETE" }),
  /** Creates the secret of a second factor, which is on once a code of it is confirmed. */
  beginSecondFactor: (password: string) => fetchJson<SecondFactorSetup>("/accounts/second_factor", { method: "POST", body: { password } }),
  /** Turns the second factor on. */
  confirmSecondFactor: async (code: string) =>
    (await fetchJson<RecoveryCodes>("/accounts/second_factor/confirm", { method: "POST", body: { code } })).recovery_codes,
  removeSecondFactor: (password: string) => send("/accounts/second_factor/off", { method: "POST", body: { password } }),
  /** Returns whose password the link sets. Throws ApiError resetLinkInvalid for a link that no longer works. */
  checkResetLink: (token: string) =>
    fetchJson<{ username: string }>("/accounts/reset_password/check", { method: "POST", body: { reset_token: token } }),
  resetPassword: (request: ResetPasswordRequest) => send("/accounts/reset_password", { method: "POST", body: request }),
});

const userPath = (id: string): string => `/agatha${pathSegment("users", id)}`;

/** Calls for all accounts. Only managers may make them, except for the list: for other users it contains only their own account. */
export const userCalls = ({ fetchJson, list, open, send }: JsonClient) => ({
  users: (signal?: AbortSignal) => list<UserAnswer>("/agatha/users/", { signal }),
  findUser: (username: string) => fetchJson<UserIdentity>("/agatha/users/check/", { query: { username } }),
  createUser: (user: NewUser) => fetchJson<UserAnswer>("/agatha/users/", { method: "POST", body: user }),
  /** Creates the accounts in the rows of a table: all of them, or none. */
  importUsers: (file: Blob, name: string) => list<UserAnswer>("/agatha/users/import/", { method: "POST", body: uploadForm(file, name) }),
  /** Reads such a table without creating the accounts. Refused for the same reasons. */
  previewImport: (file: Blob, name: string) =>
    list<ImportedUser>("/agatha/users/import/preview/", { method: "POST", body: uploadForm(file, name) }),
  /** Enables or disables the account, and sets role, contract, rights and limits. */
  changeUser: (id: string, settings: AccountSettings) => fetchJson<UserAnswer>(`${userPath(id)}/`, { method: "PATCH", body: settings }),
  /** Refused while the account has datasets, unless `withData` deletes them too. */
  deleteUser: (id: string, { withData = false } = {}) =>
    send(`${userPath(id)}/`, { method: "DELETE", query: { with_data: withData || undefined } }),
  /** Link for setting a new password. It replaces the previous link, and is mailed where that is set up, in this language. */
  resetLink: (id: string, language?: Language) =>
    fetchJson<ResetLinkAnswer>(`${userPath(id)}/reset_link/`, { method: "POST", query: { language } }),
  /** Takes the second factor away from somebody who has lost the device. */
  removeSecondFactorOf: (id: string) => send(`${userPath(id)}/second_factor/`, { method: "DELETE" }),
  /** Sets whether the account's APIs answer, and which models are enabled automatically. */
  updateTeamInfo: (info: ApiEnableModeUpdate) =>
    fetchJson<UserAnswer>("/backstage/account/update_team_info/", { method: "PATCH", body: info }),
  audit: (wanted: AuditQueryInput = {}, signal?: AbortSignal) =>
    fetchJson<AuditAnswer>("/manage_agatha/audit/", { query: { ...wanted }, signal }),
  /** A compressed CSV file, or JSON. */
  downloadAudit: (wanted: AuditDownloadInput = {}) => open("/manage_agatha/audit/download/", { query: { ...wanted } }),
});

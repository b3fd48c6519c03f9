import { z } from "zod";
import { API_ENABLE_MODES } from "../api-access/api-enabling.js";
import { LICENCE_STAGES } from "../documents/licence-stage.js";
import { ERRORS } from "../errors/error-catalogue.js";
import { fieldErrorCodes } from "../errors/validation.js";
import { id, isoDateTime, language } from "./shared.js";

export const csrfAnswer = z.object({ csrftoken: z.string() });

const code = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .describe("Six digits of the authenticator, or a recovery code; blanks and hyphens do not count.");

export const loginRequest = z.object({
  username: z.string().min(1).max(64),
  password: z.string().min(1).max(1024),
  code: code.optional().describe("Only for an account with a second factor. Without it the answer is codeRequired."),
});

export const signOnAnswer = z.object({
  provider: z.object({ name: z.string() }).nullable().describe("Null where people log in with a password alone."),
  mails_reset_links: z.boolean().describe("Whether a link for a forgotten password is mailed to the account's address."),
});
export type SignOnAnswer = z.infer<typeof signOnAnswer>;

const limit = z.int().min(-1).describe("-1 means unlimited.");

/** A user as shown to that user and to managers. Names and meanings follow the specification, section 3. */
export const userAnswer = z.object({
  id,
  username: z.string(),
  auth: z.enum(["manager", "normal"]),
  is_active: z.boolean(),
  email: z.string().nullable(),
  needs_password: z.boolean().describe("True until a first password is set. Always false for an account that signs on with a provider."),
  has_password: z.boolean().describe("False until a first password is set, and for an account that only signs on with a provider."),
  reset_requested_at: isoDateTime.nullable().describe("When a forgotten password was reported, if no new one has been set since."),
  contract: z.object({
    type: z.enum(["RF", "SP"]),
    duration: z.int(),
    dueDate: isoDateTime.nullable(),
    startDate: isoDateTime.nullable(),
    apiEnableMode: z.string(),
  }),
  restriction: z.object({ autoModelEnable: z.boolean(), modelLimit: limit, licenceLimit: limit }),
  contract_stage: z.enum(LICENCE_STAGES).describe("After the due date of a subscription, nothing new can be made and no API answers."),
  days_left: z.int().nullable().describe("Days until a subscription's due date, including the current day; 0 after it."),
  duration: z.int(),
  due_date: isoDateTime.nullable(),
  start_date: isoDateTime.nullable(),
  api_enable_mode: z.string(),
  auto_model_enable: z.boolean(),
  model_limit: limit,
  model_current: z.int().describe("Number of existing models, which the limit of models is about."),
  model_reserved: z.int().describe("Number of models that running automatic trainings may still make. These places are reserved."),
  model_licence_limit: limit,
  open_calc_varimp_enable: z.boolean(),
  dataset_create_enable: z.boolean(),
  model_create_enable: z.boolean(),
  product_all_current: z.int(),
  product_occ_current: z.int(),
  product_occ_enable_limit: limit,
  product_occ_enable: z.boolean(),
  product_opt_current: z.int(),
  product_opt_enable_limit: limit,
  product_opt_enable: z.boolean(),
  product_quality_current: z.int(),
  product_quality_enable_limit: limit,
  product_quality_enable: z.boolean(),
  product_timeseries_current: z.int(),
  product_timeseries_enable_limit: limit,
  product_timeseries_enable: z.boolean(),
  second_factor: z
    .object({ recovery_codes: z.int().describe("Number of unused recovery codes.") })
    .optional()
    .describe("Only for an account whose second factor is on."),
});
export type UserAnswer = z.infer<typeof userAnswer>;

/** An e-mail address, or a name made of the same characters. */
export const username = z
  .string()
  .trim()
  .min(1, "Must not be blank")
  .max(64, "Must have at most 64 characters")
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]*$/, "Begin with an English letter or a digit, then only letters, digits and . _ @ + -");

/** At least eight characters (NIST SP 800-63B, 5.1.1.2), of any kind. */
const newPassword = z.string().min(8, "Must have at least 8 characters").max(1024);

/**
 * Address as mail servers accept it: 64 characters before the @, and labels of 63 characters after it (RFC 5321, 4.5.3.1; RFC
 * 1035, 2.3.1).
 */
const MAILBOX = /^[^@]{1,64}@(?:[^.]{0,62}[^.-]\.)+[^.]{2,63}$/;

const email = z
  .email({ error: "Must be an e-mail address", abort: true })
  .max(254)
  .refine((address) => MAILBOX.test(address), "Must be an e-mail address")
  .nullable()
  .register(fieldErrorCodes, { code: ERRORS.invalidEmail });

const apiEnableMode = z
  .enum(API_ENABLE_MODES)
  .describe(
    "disabled: no API of the account answers. With the other modes they answer. enabled: managers enable new models. all: every model is enabled as soon as it is trained. first: as soon as they are trained, the first-ranked model of an automatic training and models made by hand are enabled.",
  );

/** Account settings that managers change, flat and with the names of the answer. Absent settings keep their value. */
export const accountSettings = z
  .object({
    auth: z.enum(["manager", "normal"]),
    is_active: z.boolean(),
    email,
    contract_type: z.enum(["RF", "SP"]).describe("RF: bought for good. SP: a subscription, which has a due date."),
    start_date: isoDateTime.nullable(),
    due_date: isoDateTime.nullable(),
    duration: z.int().min(0).max(36_500).describe("Days before the due date from which a warning is shown."),
    api_enable_mode: apiEnableMode,
    auto_model_enable: z.boolean(),
    model_limit: limit.describe("Largest number of models; -1 means unlimited."),
    model_licence_limit: limit.describe("Largest number of models with an enabled API, over all products; -1 means unlimited."),
    open_calc_varimp_enable: z.boolean(),
    dataset_create_enable: z.boolean(),
    model_create_enable: z.boolean(),
    product_occ_enable: z.boolean(),
    product_occ_enable_limit: limit,
    product_opt_enable: z.boolean(),
    product_opt_enable_limit: limit,
    product_quality_enable: z.boolean(),
    product_quality_enable_limit: limit,
    product_timeseries_enable: z.boolean(),
    product_timeseries_enable_limit: limit,
  })
  .partial();
export type AccountSettings = z.infer<typeof accountSettings>;

export const createUserRequest = accountSettings.extend({
  username,
  password: newPassword.optional().describe("Without a password, nobody can log in until a reset link sets one."),
});
export type CreateUserRequest = z.infer<typeof createUserRequest>;

/** A row of an account file. Files contain no passwords; each account's reset link sets one. */
export const importedUser = accountSettings.extend({ username });
export type ImportedUser = z.infer<typeof importedUser>;
export const importPreview = z.object({
  data: z.array(importedUser).describe("The account of each row. Absent settings have their default."),
});

export const checkUserQuery = z.object({ username });
/** Fields that identify an account. */
export const userIdentity = z.object({ id, username: z.string(), is_active: z.boolean() });

export const updateTeamInfoRequest = z.object({ user_id: id, api_enable_mode: apiEnableMode });

export const updateInfoRequest = z.object({
  email: email.optional(),
  password: z
    .string()
    .max(1024)
    .optional()
    .describe("The present one. Needed to change the address where links for new passwords are mailed to it."),
});
export const checkIdentityRequest = z.object({ password: z.string().min(1).max(1024) });

/** The new password, typed twice. */
const newPasswordFields = { new_password: newPassword, new_password_again: z.string().max(1024) };
export const changePasswordRequest = z.object({ current_password: z.string().min(1).max(1024), ...newPasswordFields });
export const checkResetLinkRequest = z.object({ reset_token: z.string().min(1).max(128) });
export const resetLinkHolder = z.object({ username: z.string().describe("Account whose password the link sets.") });
export const resetPasswordRequest = checkResetLinkRequest.extend(newPasswordFields);
export const forgotPasswordRequest = z.object({
  username: z.string().min(1).max(254).describe("The account's name, or its e-mail address."),
  language: language.default("en").describe("Language of the mail."),
});

export const sessionAnswer = z.object({
  id,
  current: z.boolean().describe("Whether the request came with this session."),
  created_at: isoDateTime,
  last_used_at: isoDateTime.describe("Accurate to ten minutes."),
  expires_at: isoDateTime.describe("When it ends if it is not used again."),
  address: z.string().nullable().describe("Where it was opened from, as far as the trusted proxies tell."),
  user_agent: z.string().nullable().describe("Program that opened it."),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;
export const sessionList = z.object({ data: z.array(sessionAnswer) });

export const secondFactorSetup = z.object({
  secret: z.string().describe("Base32, to type into an authenticator."),
  uri: z.string().describe("The same for a QR code (otpauth, Key URI Format)."),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;
export const confirmSecondFactorRequest = z.object({ code });
export const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe("Each logs in once in place of a code. They are not shown again."),
});

export const resetLinkAnswer = z.object({
  reset_token: z.string(),
  link: z.url().describe("The console's page for a new password, with the token behind the #, which no server's log shows."),
  expires_at: isoDateTime,
  mailed: z.boolean().describe("Whether it was mailed to the account's address."),
});
export type ResetLinkAnswer = z.infer<typeof resetLinkAnswer>;

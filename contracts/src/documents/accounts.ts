/** Accounts, their sessions and tokens, and the audit trail. */
import { z } from "zod";
import { documentFields } from "./document-fields.js";

const limit = z.int().min(-1);
export const productAccess = z.object({ enabled: z.boolean(), enableLimit: limit });

/** Time-based one-time codes (RFC 6238), with codes for a lost device. */
const secondFactor = z.object({
  /** Shared secret, encrypted. */
  secret: z.string(),
  /** False until its owner has entered a first code. */
  enabled: z.boolean(),
  /** Time step of the last code that was used. Neither it nor an earlier one is accepted again. */
  lastStep: z.int(),
  /** SHA-256 of each recovery code that is not used yet. */
  recoveryCodes: z.array(z.string()),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const userDocument = documentFields.extend({
  username: z.string().min(1).max(64),
  /** scrypt hash with parameters and salt, in PHC format. */
  passwordHash: z.string(),
  auth: z.enum(["manager", "normal"]),
  active: z.boolean(),
  contract: z.object({
    type: z.enum(["RF", "SP"]),
    startDate: z.iso.datetime().nullable(),
    dueDate: z.iso.datetime().nullable(),
    /** Number of days before the due date at which the warning begins. */
    duration: z.int().min(0),
    apiEnableMode: z.string(),
  }),
  restriction: z.object({
    autoModelEnable: z.boolean(),
    modelLimit: limit,
    /** Limit on models enabled at the same time, over all products. Accounts created before this limit existed have none. */
    licenceLimit: limit.optional(),
  }),
  products: z.object({ occ: productAccess, opt: productAccess, quality: productAccess, timeseries: productAccess }),
  datasetCreateEnable: z.boolean(),
  modelCreateEnable: z.boolean(),
  openCalcVarImpEnable: z.boolean(),
  email: z.string().optional(),
  /** True for an address that the account itself has set: nobody else has confirmed that it is the person's. */
  emailSelfSet: z.boolean().optional(),
  /** Digest of the issuer and subject that the holder signs on as. Absent for an account that was never linked. */
  externalId: z.string().optional(),
  /** Time of the last request to reset the password. Absent once a new password is set. */
  resetRequestedAt: z.iso.datetime().optional(),
  secondFactor: secondFactor.optional(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userDocument>;

export const sessionDocument = documentFields.extend({
  /** The id is the SHA-256 of the cookie's random value. */
  userId: z.string(),
  createdAt: z.iso.datetime(),
  /** Accurate to ten minutes. Absent until the first renewal. */
  lastUsedAt: z.iso.datetime().optional(),
  /** Where the session was opened from, for its owner to recognise it. */
  address: z.string().optional(),
  userAgent: z.string().optional(),
});
export type Session = z.infer<typeof sessionDocument>;

/** Recent wrong passwords or codes. The id is a digest of what they count against. The document expires when none counts any more. */
export const guessesDocument = documentFields;

export const passwordResetDocument = documentFields.extend({
  /** The id is the SHA-256 of a random token. The request that deletes the document has used the token. */
  userId: z.string(),
});

export const apiTokenDocument = documentFields.extend({
  /** The id identifies the subject, which has one token: for a model it is the resource name, see TokenSubject. */
  kind: z.enum(["model", "extraction"]),
  /** Uid of the model, or of the dataset that the extraction belongs to. A later object with the same name does not inherit the token. */
  subjectUid: z.string(),
  /** Absent once the token is revoked. The document remains, so that viewing the token does not create a new one. */
  tokenHash: z.string().optional(),
  /** Token encrypted with AES-256-GCM, so that its owner can view it again. */
  encrypted: z.string().optional(),
  createdAt: z.iso.datetime(),
});
export type ApiToken = z.infer<typeof apiTokenDocument>;

export const apiUsageDocument = documentFields.extend({
  /** The id is the token's hash. Each token keeps its own count after it is rotated or revoked. */
  subjectUid: z.string(),
  calls: z.int().min(0),
  rows: z.int().min(0),
  firstUsedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type ApiUsage = z.infer<typeof apiUsageDocument>;

export const auditDocument = documentFields.extend({
  at: z.iso.datetime(),
  userId: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.infer<typeof auditDocument>;

import { errorReason } from "@agatha/contracts";
import { z } from "zod";

const portVariable = (byDefault: number) => z.coerce.number().int().min(0).max(65535).default(byDefault);

const listVariable = z.string().transform((text) => text.split(",").flatMap((entry) => (entry.trim() === "" ? [] : [entry.trim()])));
/** Origins with commas between them. */
export const originsVariable = listVariable
  .prefault("")
  .pipe(z.array(z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, "must be scheme, host and port")));

/** Over plain HTTP anybody between could pretend to be the provider. */
const issuerVariable = z.url({ protocol: /^https?$/, error: "must be the provider's address", abort: true }).refine((issuer) => {
  const { protocol, hostname } = new URL(issuer);
  return protocol === "https:" || hostname === "localhost" || hostname === "127.0.0.1";
}, "must begin with https://");

/** Variables of sign-on by OpenID Connect. */
const SIGN_ON_VARIABLES = {
  AGATHA_OIDC_ISSUER: issuerVariable.optional().describe("Provider that people may sign on with instead of a password."),
  AGATHA_OIDC_CLIENT_ID: z.string().min(1).optional().describe("This product's name at the provider."),
  AGATHA_OIDC_CLIENT_SECRET: z.string().min(1).optional().describe("Its secret there; a public client has none."),
  AGATHA_OIDC_NAME: z.string().min(1).max(64).optional().describe("The provider's name on the login page."),
  AGATHA_OIDC_SCOPES: z
    .string()
    .regex(/\bopenid\b/, "must have openid")
    .optional()
    .describe("Scopes to ask for, with blanks between."),
  AGATHA_OIDC_GROUPS_CLAIM: z.string().min(1).optional().describe("Claim with a person's groups."),
  AGATHA_OIDC_MANAGER_GROUPS: listVariable.optional().describe("Groups whose members are managers, with commas between."),
  AGATHA_OIDC_USER_GROUPS: listVariable.optional().describe("Groups whose members may sign on besides, with commas between."),
};

/** Variables of the mail server. */
const MAIL_VARIABLES = {
  AGATHA_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be as smtps://name:password@mail.example.com" })
    .optional()
    .describe("Mail server for links to set a new password."),
  AGATHA_MAIL_FROM: z.string().min(3).max(254).optional().describe("Sender of these mails."),
};

/** Words of the console. */
const TEXT_VARIABLES = {
  AGATHA_TEXTS_FILE: z.string().min(1).optional().describe("JSON file with texts of the console in place of the product's own."),
};

/** Whom users ask. The console's help menu names them. */
const CONTACT_VARIABLES = {
  AGATHA_CONTACT_EMAIL: z.email("must be an e-mail address").optional().describe("Address for questions and feedback."),
  AGATHA_CONTACT_URL: z
    .url({ protocol: /^https?$/, error: "must be the address of a page" })
    .optional()
    .describe("Page for questions."),
};

/** Host of a program that other machines reach in any case, as in a cluster. */
export const hostVariable = z.string().min(1).optional().describe("Address to listen on; all addresses when left out.");

/** Variables that several programs read. */
export const COMMON_VARIABLES = {
  PORT: portVariable(8080).describe("Port of the console and the API; 0 for any free one."),
  OPERATIONS_PORT: portVariable(9090).describe("Port of health and metrics; 0 for any free one."),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on."),
  BASE_PATH: z
    .string()
    .regex(/^(\/[A-Za-z0-9._-]+)*\/?$/, "must begin with a slash, as /tukey does")
    .transform((path) => path.replace(/\/$/, ""))
    .default("/tukey")
    .describe("Prefix of every path."),
  AGATHA_ADMIN_PASSWORD: z
    .string()
    .min(8, "must have at least 8 characters")
    .max(128)
    .optional()
    .describe("Password of the first manager."),
  AGATHA_PUBLIC_URL: originsVariable.describe("Addresses that people reach the server at besides this machine's own, with commas between."),
  AGATHA_SERVICE_ORIGINS: originsVariable.describe(
    "Origins of companion services that may open the console and talk to it, with commas between them.",
  ),
  AGATHA_TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("How many proxies in front are trusted to state the client's address."),
  AGATHA_SECURE_COOKIES: z.stringbool().default(false).describe("Whether cookies are sent over HTTPS only."),
  AGATHA_SESSION_IDLE_HOURS: z.coerce.number().min(0.05).max(8760).default(12).describe("Hours after which an unused session ends."),
  AGATHA_SESSION_MAX_DAYS: z.coerce.number().min(0.01).max(365).default(7).describe("Days after which any session ends."),
  ...SIGN_ON_VARIABLES,
  ...MAIL_VARIABLES,
  ...CONTACT_VARIABLES,
  ...TEXT_VARIABLES,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn").describe("How much is logged."),
};

/** Variables of a job: where it reads and writes the documents of its task. */
export const TASK_VARIABLES = {
  AGATHA_TASK_URL: z.url({ protocol: /^https?$/ }).describe("Address at which jobs reach the operator, as http://agatha-operator:8080."),
  AGATHA_TASK_TOKEN: z.string().min(1).describe("Token of the job's task, for the operator."),
};

/** Parses the variables. Throws an error that names each wrong variable. An empty variable counts as unset. */
export function readEnvironment<S extends z.ZodObject>(schema: S, variables: Record<string, string | undefined>): z.infer<S> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Namespaces of a program in a cluster. */
export const NAMESPACE_VARIABLES = {
  AGATHA_NAMESPACE: z
    .string()
    .regex(NAMESPACE, "must be the name of a namespace")
    .default("default")
    .describe("Namespace of the installation, where its jobs are."),
  AGATHA_NAMESPACES: listVariable
    .prefault("")
    .refine((all) => all.every((one) => NAMESPACE.test(one)) || (all.length === 1 && all[0] === "*"), "must be names of namespaces, or *")
    .describe("Further namespaces whose objects are served, with commas between; * for all."),
};

const SECRET_KEY_BYTES = 32;
export const secretKeyVariable = z
  .string()
  .transform((text) => Buffer.from(text, "base64"))
  .refine((bytes) => bytes.length === SECRET_KEY_BYTES, `must be ${SECRET_KEY_BYTES} bytes as base64`);

/** Schema of a variable that contains JSON of this shape. */
export function jsonVariable<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: `is no JSON: ${errorReason(error)}` });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

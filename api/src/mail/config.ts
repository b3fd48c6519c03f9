/** Settings of the mail server. */
export interface MailConfig {
  /** `smtps://name:password@mail.example.com` */
  url: string;
  /** Sender, as in a From header. */
  from: string;
}

/** Environment variables of the mail server. */
export interface MailVariables {
  AGATHA_SMTP_URL?: string | undefined;
  AGATHA_MAIL_FROM?: string | undefined;
}

/** Returns the settings, or undefined without a server. Throws an error that names the missing variable. */
export function mailConfig({ AGATHA_SMTP_URL: url, AGATHA_MAIL_FROM: from }: MailVariables): MailConfig | undefined {
  if (url === undefined) return undefined;
  if (from === undefined) throw new Error("AGATHA_MAIL_FROM: is needed with AGATHA_SMTP_URL");
  return { url, from };
}

import { createTransport } from "nodemailer";
import type { MailConfig } from "./config.js";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
/** Resolves once the mail server has accepted the mail. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A person waits for the answer that says whether a mail was sent. */
const TIMEOUT_MS = 10_000;

/**
 * Returns a function that sends plain text by SMTP. It rejects if the server does not accept the mail, or does not answer within
 * 10 s.
 */
export function smtpSender({ url, from }: MailConfig): SendMail {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  // Contents come from texts and addresses alone: no mail reads a file or fetches an address.
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }, { from });
  return async (mail) => {
    await transport.sendMail(mail);
  };
}

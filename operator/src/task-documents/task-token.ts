import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns the token of a task's job: the task's id and its HMAC-SHA256. It is the same each time, so every replica can check it. */
export function taskToken(key: string, task: string): string {
  return `${task}.${createHmac("sha256", key).update(`agatha task ${task}`).digest("base64url")}`;
}

/** Returns the id of the task that the token is for, or undefined if the token is wrong. */
export function taskOfToken(key: string, token: string): string | undefined {
  const task = token.slice(0, token.lastIndexOf("."));
  const [expected, given] = [Buffer.from(taskToken(key, task)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given) ? task : undefined;
}

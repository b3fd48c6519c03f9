import { Redirect, replaceAddress, useAddress } from "./address.js";
import { LOGIN_PATH } from "./paths.js";

/** State of the login page. It is kept in the browser's history, so that a reload keeps it. */
export interface LoginState {
  /** Path at which to continue afterwards. */
  from?: string;
  /** The password has just been set. */
  hasNewPassword?: boolean;
  /** Account that the form begins with. */
  username?: string | undefined;
}

/** Shows the login page in the place of the present entry of the browser's history. */
export const replaceByLogin = (state: LoginState = {}): void => replaceAddress(LOGIN_PATH, state);

/** Leads to the login page, and back here afterwards. */
export function ToLogin() {
  const { pathname, search } = useAddress();
  return <Redirect to={LOGIN_PATH} state={{ from: `${pathname}${search}` } satisfies LoginState} />;
}

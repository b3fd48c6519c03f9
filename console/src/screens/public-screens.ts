import type { Screen } from "../routing/screen.js";
import { forgotPassword } from "./forgot-password/index.js";
import { login } from "./login/index.js";
import { resetPassword } from "./reset-password/index.js";

/** Screens that need no session. They come with the first load, without all that is behind the login. */
export const PUBLIC_SCREENS: readonly Screen[] = [login, forgotPassword, resetPassword];

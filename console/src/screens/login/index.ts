import { LOGIN_PATH } from "../../routing/paths.js";
import type { Screen } from "../../routing/screen.js";
import LoginScreen from "./login-screen.js";
import { messages } from "./messages.js";

export const login: Screen = {
  path: LOGIN_PATH,
  area: "account",
  access: "public",
  guide: "account",
  component: LoginScreen,
  messages,
};

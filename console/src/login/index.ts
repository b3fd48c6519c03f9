import type { Screen } from "../routing/screen.js";
import LoginScreen from "./login-screen.js";
import { messages } from "./messages.js";

export const login: Screen = {
  path: "/account/login",
  area: "account",
  access: "public",
  guide: "account",
  component: LoginScreen,
  messages,
};

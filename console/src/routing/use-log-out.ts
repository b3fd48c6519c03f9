import { useResetStore } from "react-admin";
import { useServices } from "../api/services.js";
import { logOut } from "../api/session.js";
import { type LoginState, replaceByLogin } from "./to-login.js";

/** Returns a function that ends the session, forgets the person's views of lists and leads to the login page. */
export function useLogOut(): (state?: LoginState) => Promise<void> {
  const services = useServices();
  const resetStore = useResetStore();
  return async (state) => {
    await logOut(services);
    resetStore();
    replaceByLogin(state);
  };
}

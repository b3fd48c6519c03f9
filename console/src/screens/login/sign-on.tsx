import { ERRORS_BY_CODE, type ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { Button, Divider } from "@mui/material";
import { useSignOn } from "../../api/use-sign-on.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

/** Value that the server adds to the login page's address when a sign-on has succeeded. Otherwise it adds an error code. */
export const SIGNED_ON = "done";
const STORAGE_KEY = "agatha.signOnFrom";

/** Returns the error code of a failed sign-on; undefined for success and for unknown codes. */
export const errorCodeOf = (outcome: string | null): ErrorCode | undefined =>
  outcome !== null && outcome in ERRORS_BY_CODE ? (outcome as ErrorCode) : undefined;

/** Returns the page that the person wanted before the browser left for the provider. */
export const pageBeforeSignOn = (): string | undefined => sessionStorage.getItem(STORAGE_KEY) ?? undefined;

interface SignOnButtonProps {
  /** Page that the person wanted. */
  from?: string;
  /** This page stays. It hears of the login in the other tab. */
  inNewTab?: boolean;
}

/** Leads to the sign-on provider, if there is one. */
export function SignOnButton({ from = "/home", inNewTab = false }: SignOnButtonProps) {
  const text = useText(messages);
  const provider = useSignOn()?.provider;
  if (!provider) return null;
  return (
    <>
      <Divider sx={{ my: 2 }}>{text("or")}</Divider>
      <Button
        fullWidth
        size="large"
        variant="outlined"
        href="./accounts/sign_on/start"
        {...(inNewTab && { target: "_blank", rel: "noopener" })}
        onClick={() => sessionStorage.setItem(STORAGE_KEY, from)}
      >
        {text("signOn", provider)}
      </Button>
    </>
  );
}

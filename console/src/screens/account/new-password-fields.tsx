import { ERRORS } from "@agatha/contracts";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { PasswordField } from "../login/password-field.js";
import { messages } from "./messages.js";

/** The new password, typed twice. */
export function NewPasswordFields({ autoFocus = false, size = "medium" }: { autoFocus?: boolean; size?: "small" | "medium" }) {
  const text = useText(messages);
  return (
    <>
      <PasswordField
        label={text("password.new")}
        name="new_password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        problem={null}
        size={size}
      />
      <PasswordField label={text("password.again")} name="new_password_again" autoComplete="new-password" problem={null} size={size} />
    </>
  );
}

/** Returns a function that returns why a new password was refused. */
export function useNewPasswordProblem(): (error: unknown) => string {
  const text = useText(messages);
  const errorText = useErrorMessage();
  return (error) => {
    const { sentence, code } = errorText(error);
    // The other refusals of a new password have a message of their own.
    return code === ERRORS.badRequest ? text("password.tooShort") : sentence;
  };
}

/** Returns the text of a field, empty without the field. */
export const fieldOf = (form: FormData, name: string): string => String(form.get(name) ?? "");

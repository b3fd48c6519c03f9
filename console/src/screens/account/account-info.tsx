import { Alert, Box, Button, MenuItem, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useSignOn } from "../../api/use-sign-on.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "../../i18n/languages.js";
import { useTranslator } from "../../i18n/translator-context.js";
import { useText } from "../../i18n/use-text.js";
import { DescriptionList } from "../../lists/description-list.js";
import { useSessionUser } from "../../routing/session.js";
import { PasswordField } from "../login/password-field.js";
import { messages } from "./messages.js";
import { fieldOf } from "./new-password-fields.js";
import { Section } from "./section.js";

/** Name and role, and what users change themselves: language and e-mail address. */
export function AccountInfo() {
  const text = useText(messages);
  const { username, auth } = useSessionUser();
  const translator = useTranslator();
  return (
    <Section title={text("info.title")}>
      <DescriptionList
        facts={[
          [text("info.name"), username],
          [text("info.role"), text(`role.${auth}`)],
        ]}
      />
      <TextField
        select
        label={text("info.language")}
        value={translator.language()}
        onChange={(event) => translator.changeLanguage(event.target.value as Language)}
        sx={{ width: "100%", maxWidth: 400 }}
      >
        {LANGUAGE_CODES.map((code) => (
          <MenuItem key={code} value={code} lang={LANGUAGES[code].tag}>
            {LANGUAGES[code].name}
          </MenuItem>
        ))}
      </TextField>
      <Email />
    </Section>
  );
}

/**
 * If links for new passwords are mailed, the address gives access. So people without a password, who cannot be asked for it, cannot
 * change the address here.
 */
function Email() {
  const text = useText(messages);
  const { email, auth, has_password } = useSessionUser();
  const mailsLinks = useSignOn()?.mails_reset_links ?? false;
  if (has_password || !mailsLinks) return <EmailForm mailsLinks={mailsLinks} />;
  return (
    <>
      <DescriptionList facts={[[text("info.email"), email]]} />
      <Typography variant="body2" color="text.secondary">
        {text(auth === "manager" ? "info.inPeople" : "info.byManager")}
      </Typography>
    </>
  );
}

function EmailForm({ mailsLinks }: { mailsLinks: boolean }) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const api = useApi();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { email } = useSessionUser();
  const saving = useMutation({
    mutationFn: (form: FormData) =>
      api.changeEmail(fieldOf(form, "email").trim() || null, mailsLinks ? fieldOf(form, "password") : undefined),
    onSuccess: () => notify(text("info.saved"), { type: "info" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.user }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(new FormData(event.currentTarget));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, width: "100%", maxWidth: 400 }}>
      {saving.error ? <Alert severity="error">{errorText(saving.error).sentence}</Alert> : null}
      <TextField name="email" type="email" label={text("info.email")} defaultValue={email ?? ""} autoComplete="email" />
      {mailsLinks ? (
        <>
          <Typography variant="body2" color="text.secondary">
            {text("info.mailHint")}
          </Typography>
          <PasswordField label={text("info.password")} problem={null} size="small" />
        </>
      ) : null}
      <Button type="submit" variant="outlined" aria-busy={saving.isPending} sx={{ justifySelf: "start" }}>
        {text("info.save")}
      </Button>
    </Box>
  );
}

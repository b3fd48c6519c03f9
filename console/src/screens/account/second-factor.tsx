import type { SecondFactorSetup } from "@agatha/contracts/wire";
import { Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { AuthenticatorSetup } from "./authenticator-setup.js";
import { messages } from "./messages.js";
import { PasswordForm } from "./password-form.js";
import { RecoveryCodes } from "./recovery-codes.js";
import { Section } from "./section.js";

/** Turns the second factor on, by the password, a secret and a first code, or off, by the password. */
export function SecondFactor() {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const { second_factor: active } = useSessionUser();
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const reload = () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.user });
  return (
    <Section title={text("factor.title")}>
      <Typography variant="body2" color="text.secondary">
        {active ? text("factor.on", { count: active.recovery_codes }) : text("factor.off")}
      </Typography>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      {setup ? (
        <AuthenticatorSetup
          setup={setup}
          onCancel={() => setSetup(null)}
          onConfirmed={(received) => {
            setSetup(null);
            setCodes(received);
            void reload();
          }}
        />
      ) : null}
      {active && !codes ? (
        <PasswordForm
          action={text("factor.turnOff")}
          onSubmit={async (password) => {
            await api.removeSecondFactor(password);
            await reload();
          }}
        />
      ) : null}
      {!active && !setup && !codes ? (
        <PasswordForm action={text("factor.turnOn")} onSubmit={async (password) => setSetup(await api.beginSecondFactor(password))} />
      ) : null}
    </Section>
  );
}

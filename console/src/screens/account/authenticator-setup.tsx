import type { SecondFactorSetup } from "@agatha/contracts/wire";
import { Alert, Box, Button, TextField, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import type { FormEvent } from "react";
import { useApi } from "../../api/services.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

interface AuthenticatorSetupProps {
  setup: SecondFactorSetup;
  onCancel: () => void;
  onConfirmed: (recoveryCodes: string[]) => void;
}

/** Shows the secret to scan or to type, and asks for the first code. */
export function AuthenticatorSetup({ setup, onCancel, onConfirmed }: AuthenticatorSetupProps) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const api = useApi();
  const confirming = useMutation({ mutationFn: (code: string) => api.confirmSecondFactor(code), onSuccess: onConfirmed });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    if (code !== "" && !confirming.isPending) confirming.mutate(code);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: "grid", gap: 2, width: "100%", maxWidth: 400 }}>
      <Typography>{text("factor.scan")}</Typography>
      {/* White around the code in dark themes too: scanners need it. */}
      <Box sx={{ bgcolor: "#fff", p: 2, justifySelf: "start", lineHeight: 0 }}>
        <QRCodeSVG value={setup.uri} size={176} title={text("factor.qr")} role="img" />
      </Box>
      <Typography variant="body2" color="text.secondary">
        {text("factor.type")}
      </Typography>
      <Box component="code" sx={{ overflowWrap: "anywhere", userSelect: "all" }}>
        {setup.secret.match(/.{1,4}/g)?.join(" ")}
      </Box>
      {confirming.error ? <Alert severity="error">{errorText(confirming.error).sentence}</Alert> : null}
      <TextField
        name="code"
        label={text("factor.code")}
        autoFocus
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button type="submit" variant="contained" aria-busy={confirming.isPending}>
          {text("factor.confirm")}
        </Button>
        <Button onClick={onCancel}>{text("factor.cancel")}</Button>
      </Box>
    </Box>
  );
}

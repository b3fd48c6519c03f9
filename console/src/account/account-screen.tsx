import { Box, Typography } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { AccountInfo } from "./account-info.js";
import { ChangePassword } from "./change-password.js";
import { messages } from "./messages.js";
import { SecondFactor } from "./second-factor.js";
import { Sessions } from "./sessions.js";

/** One's own account: who one is, the sessions, the password and the second factor. */
export default function AccountScreen() {
  const text = useText(messages);
  return (
    <Box sx={{ maxWidth: 800, mx: "auto", p: { xs: 2, md: 3 }, display: "grid", gap: 2, "& > *": { minWidth: 0 } }}>
      <Typography variant="h1">{text("title")}</Typography>
      <AccountInfo />
      <Sessions />
      <ChangePassword />
      <SecondFactor />
    </Box>
  );
}

import { Box, Link, Typography } from "@mui/material";
import { Link as RouterLink } from "react-router-dom";
import { useText } from "../i18n/use-text.js";
import { messages as restrictions } from "../restrictions/messages.js";
import { AccountInfo } from "./account-info.js";
import { ChangePassword } from "./change-password.js";
import { messages } from "./messages.js";
import { SecondFactor } from "./second-factor.js";
import { Sessions } from "./sessions.js";

/** One's own account: who one is, the sessions, the password and the second factor. */
export default function AccountScreen() {
  const text = useText(messages);
  const restrictionsText = useText(restrictions);
  return (
    <Box sx={{ maxWidth: 800, mx: "auto", p: { xs: 2, md: 3 }, display: "grid", gap: 2, "& > *": { minWidth: 0 } }}>
      <Typography variant="h1">{text("title")}</Typography>
      <Link component={RouterLink} to="/account/contract" sx={{ justifySelf: "start" }}>
        {restrictionsText("toContract")}
      </Link>
      <AccountInfo />
      <Sessions />
      <ChangePassword />
      <SecondFactor />
    </Box>
  );
}

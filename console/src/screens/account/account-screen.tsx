import { Box, Link, Typography } from "@mui/material";
import { Link as RouterLink } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { messages as restrictions } from "../../restrictions/messages.js";
import { useSessionUser } from "../../routing/session.js";
import { AccountInfo } from "./account-info.js";
import { ChangePassword } from "./change-password.js";
import { messages } from "./messages.js";
import { SecondFactor } from "./second-factor.js";
import { Section } from "./section.js";
import { Sessions } from "./sessions.js";

/** One's own account: who one is, the sessions, the password and the second factor. */
export default function AccountScreen() {
  const text = useText(messages);
  const restrictionsText = useText(restrictions);
  const { has_password } = useSessionUser();
  return (
    <Box sx={{ maxWidth: 800, mx: "auto", p: { xs: 2, md: 3 }, display: "grid", gap: 2, "& > *": { minWidth: 0 } }}>
      <Typography variant="h1">{text("title")}</Typography>
      <Link component={RouterLink} to="/account/contract" sx={{ justifySelf: "start" }}>
        {restrictionsText("toContract")}
      </Link>
      <AccountInfo />
      <Sessions />
      {has_password ? (
        <>
          <ChangePassword />
          <SecondFactor />
        </>
      ) : (
        <PasswordElsewhere />
      )}
    </Box>
  );
}

/** Says where the password is kept if the account has none here, since it signs on with a provider. */
function PasswordElsewhere() {
  const text = useText(messages);
  return (
    <Section title={text("elsewhere.title")}>
      <Typography variant="body2" color="text.secondary">
        {text("elsewhere.hint")}
      </Typography>
    </Section>
  );
}

import { Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { Section } from "./section.js";

/** Says where the password is kept if the account has none here, since it signs on with a provider. */
export function PasswordElsewhere() {
  const text = useText(messages);
  return (
    <Section title={text("elsewhere.title")}>
      <Typography variant="body2" color="text.secondary">
        {text("elsewhere.hint")}
      </Typography>
    </Section>
  );
}

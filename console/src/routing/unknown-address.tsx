import { Box, Button, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { messages } from "../feedback/messages.js";
import { useText } from "../i18n/use-text.js";
import { DocumentTitle } from "./document-title.js";

/** What stands at an address of no screen. */
export function UnknownAddress() {
  const text = useText(messages);
  const title = text("unknownAddressTitle");
  return (
    <Box sx={{ display: "grid", justifyItems: "center", gap: 2, textAlign: "center", px: 2, py: 8 }}>
      <DocumentTitle parts={[title]} />
      <Typography variant="h1">{title}</Typography>
      <Typography color="text.secondary">{text("unknownAddressHint")}</Typography>
      <Button variant="contained" component={Link} to="/home">
        {text("toHome")}
      </Button>
    </Box>
  );
}

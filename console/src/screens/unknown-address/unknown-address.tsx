import { Box, Button, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { DocumentTitle } from "../../routing/document-title.js";
import { messages } from "./messages.js";

/** What stands at an address of no screen. */
export default function UnknownAddress() {
  const text = useText(messages);
  return (
    <Box sx={{ display: "grid", justifyItems: "center", gap: 2, textAlign: "center", px: 2, py: 8 }}>
      <DocumentTitle parts={[text("title")]} />
      <Typography variant="h1">{text("title")}</Typography>
      <Typography color="text.secondary">{text("hint")}</Typography>
      <Button variant="contained" component={Link} to="/home">
        {text("toHome")}
      </Button>
    </Box>
  );
}

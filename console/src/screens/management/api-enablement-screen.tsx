import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { ModelPage } from "./model-page.js";

export default function ApiEnablementScreen() {
  const text = useText(messages);
  const done = (
    <Button variant="outlined" component={Link} to="/management/model">
      {text("done")}
    </Button>
  );
  return <ModelPage editable action={done} />;
}

import { Alert, Button } from "@mui/material";
import { Link } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";
import { ModelPage } from "./model-page.js";

export default function ManagementScreen() {
  const text = useText(messages);
  const isManager = useSessionUser().auth === "manager";
  const edit = (
    <Button variant="contained" component={Link} to="/management/model/edit-model">
      {text("edit")}
    </Button>
  );
  return (
    <ModelPage editable={false} action={isManager ? edit : null}>
      {isManager ? null : <Alert severity="info">{text("notifyManager")}</Alert>}
    </ModelPage>
  );
}

import { Alert, Button } from "@mui/material";
import { Link } from "react-router-dom";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";

/** Says that the contract has expired, or is about to. */
export default function ContractBanner() {
  const text = useText(messages);
  const format = useFormat();
  const { contract_stage, due_date, days_left } = useSessionUser();
  const expired = contract_stage === "expired";
  const date = due_date === null ? "" : format.date(due_date);
  const toContract = (
    <Button color="inherit" size="small" component={Link} to="/account/contract" sx={{ whiteSpace: "nowrap" }}>
      {text("toContract")}
    </Button>
  );
  return (
    <Alert
      severity={expired ? "error" : "warning"}
      square
      action={toContract}
      sx={{ flexWrap: { xs: "wrap", sm: "nowrap" }, "& .MuiAlert-message": { flex: "1 1 240px" } }}
    >
      {expired ? text("expiredBanner", { date }) : text("warning", { date, count: days_left ?? 0 })}
    </Alert>
  );
}

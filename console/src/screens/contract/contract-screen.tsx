import { API_ENABLE_MODES } from "@agatha/contracts";
import { Alert, Box, Chip, Link, Paper, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useUser } from "../../api/queries.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { DescriptionList } from "../../lists/description-list.js";
import { useSessionUser } from "../../routing/session.js";
import { LimitTable } from "./limit-table.js";
import { messages } from "./messages.js";

const STAGE_COLORS = { normal: "success", warning: "warning", expired: "error" } as const;

/** The account's contract, its limits beside their use, and its rights. */
export default function ContractScreen() {
  const text = useText(messages);
  const format = useFormat();
  const atStart = useSessionUser();
  const user = useUser().data ?? atStart;
  const { contract, contract_stage: stage, start_date, due_date, days_left } = user;
  const may = (allowed: boolean): string => text(allowed ? "rights.may" : "rights.mayNot");
  const mode = API_ENABLE_MODES.find((known) => known === user.api_enable_mode);
  return (
    <Box sx={{ maxWidth: 800, mx: "auto", p: { xs: 2, md: 3 }, display: "grid", gap: 2, "& > *": { minWidth: 0 } }}>
      <Typography variant="h1">{text("title")}</Typography>
      <Link component={RouterLink} to="/account/settings" sx={{ justifySelf: "start" }}>
        {text("toAccount")}
      </Link>
      <Section title={text("contract.title")}>
        <Chip size="small" color={STAGE_COLORS[stage]} label={text(`contract.stages.${stage}`)} sx={{ mt: 1 }} />
        <DescriptionList
          facts={[
            [text("contract.type"), text(`contract.types.${contract.type}`)],
            [text("contract.start"), start_date === null ? null : format.date(start_date)],
            [text("contract.due"), due_date === null ? text("contract.noDue") : format.date(due_date)],
            [text("contract.left"), days_left === null ? null : format.number(days_left)],
          ]}
        />
        {stage === "expired" ? (
          <Alert severity="error" sx={{ mt: 2 }}>
            {text("contract.expiredHint")}
          </Alert>
        ) : null}
      </Section>
      <Section title={text("limits.title")}>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {text("limits.hint")}
        </Typography>
        <LimitTable user={user} />
      </Section>
      <Section title={text("rights.title")}>
        <DescriptionList
          facts={[
            [text("rights.datasets"), may(user.dataset_create_enable)],
            [text("rights.models"), may(user.model_create_enable)],
            [text("rights.automatic"), may(user.auto_model_enable)],
            [text("rights.contributions"), may(user.open_calc_varimp_enable)],
            [text("rights.mode"), mode ? text(`rights.modes.${mode}`) : user.api_enable_mode],
          ]}
        />
      </Section>
    </Box>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </Paper>
  );
}

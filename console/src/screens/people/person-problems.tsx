import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import { Alert, AlertTitle, Box } from "@mui/material";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

type RefusedField = keyof typeof LABELS;

const LABELS = {
  username: "column.username",
  email: "column.email",
  due_date: "form.due",
  is_active: "column.active",
} as const;

/** Returns what each refused field of an account has to be, by the names of the API. */
export function useRefusedFields(error: unknown): Partial<Record<RefusedField, string>> {
  const text = useText(messages);
  if (!(error instanceof ApiError)) return {};
  const isTaken = error.code === ERRORS.duplicateUsername;
  const ruleOf = (field: RefusedField): string => text(`form.refused.${field === "username" && isTaken ? "taken" : field}`);
  return Object.fromEntries(error.detail.flatMap(({ path }) => (isRefusedField(path) ? [[path, ruleOf(path)]] : [])));
}

/** Why an account was not made or changed: what each refused field has to be. */
export function PersonProblems({ error, title }: { error: unknown; title: string }) {
  const text = useText(messages);
  const refused = useRefusedFields(error);
  const hasOthers = !(error instanceof ApiError) || error.detail.length === 0 || error.detail.some(({ path }) => !isRefusedField(path));
  if (hasOthers) return <Failure error={error} title={title} />;
  return (
    <Alert severity="error" sx={{ m: 2 }}>
      <AlertTitle>{title}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {Object.entries(refused).map(([field, rule]) => (
          <li key={field}>{text("form.refusedField", { field: text(LABELS[field as RefusedField]), rule })}</li>
        ))}
      </Box>
    </Alert>
  );
}

const isRefusedField = (path: string): path is RefusedField => Object.hasOwn(LABELS, path);

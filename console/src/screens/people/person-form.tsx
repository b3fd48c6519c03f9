import { API_ENABLE_MODES } from "@agatha/contracts";
import { Alert, Box, Button, FormControlLabel, MenuItem, Paper, Switch, TextField, Typography } from "@mui/material";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { focusFirstInvalid } from "../../fields/focus-first-invalid.js";
import { NumberField } from "../../fields/number-field.js";
import { useSameWhileEqual } from "../../fields/use-same-while-equal.js";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { PRODUCTS } from "../../routing/products.js";
import { messages } from "./messages.js";
import { isDays, isLimit, type PersonDraft, rebaseDraft } from "./person-draft.js";
import { PersonProblems, useRefusedFields } from "./person-problems.js";

interface PersonFormProps {
  present: PersonDraft;
  sending: { error: Error | null; isPending: boolean };
  onSubmit(draft: PersonDraft, username?: string): void;
  isNew?: boolean;
  /** Managers neither disable themselves nor give up their role. */
  isSelf?: boolean;
}

interface FieldsProps {
  draft: PersonDraft;
  onChange(changes: Partial<PersonDraft>): void;
}

/** Role, contract, rights and limits of an account. */
export function PersonForm({ present, sending, onSubmit, isNew = false, isSelf = false }: PersonFormProps) {
  const text = useText(messages);
  const [draft, setDraft] = useRebasedDraft(present);
  const [username, setUsername] = useState("");
  const [tried, setTried] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const fields: FieldsProps = { draft, onChange: (changes) => setDraft({ ...draft, ...changes }) };
  const refused = useRefusedFields(sending.error);
  const isUsernameMissing = isNew && username.trim() === "";
  // The button is below the fields, and may be far below what was refused.
  useEffect(() => {
    if (!sending.error || !formElement.current) return;
    formElement.current.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
    focusFirstInvalid(formElement.current);
  }, [sending.error]);
  const limits = [draft.model_limit, draft.model_licence_limit, ...PRODUCTS.map((product) => draft.products[product].limit)];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending.isPending) return;
    if (!isUsernameMissing && limits.every(isLimit) && isDays(draft.duration)) {
      onSubmit(draft, isNew ? username.trim() : undefined);
      return;
    }
    flushSync(() => setTried(true));
    focusFirstInvalid(form);
  };
  return (
    <Box
      component="form"
      ref={formElement}
      noValidate
      onSubmit={submit}
      sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      {sending.error ? <PersonProblems error={sending.error} title={text(isNew ? "makeFailed" : "saveFailed")} /> : null}
      <Group title={text("form.account")}>
        {isNew ? (
          <TextField
            label={text("column.username")}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            onBlur={() => {
              // Without an address no link can be mailed.
              if (draft.email === "" && username.includes("@")) fields.onChange({ email: username.trim() });
            }}
            autoFocus
            required
            error={(tried && isUsernameMissing) || refused.username !== undefined}
            helperText={tried && isUsernameMissing ? text("form.usernameMissing") : (refused.username ?? text("form.usernameHint"))}
          />
        ) : null}
        <TextField
          label={text("column.email")}
          type="email"
          value={draft.email}
          onChange={(event) => fields.onChange({ email: event.target.value })}
          error={refused.email !== undefined}
          helperText={refused.email}
        />
        <TextField
          select
          label={text("role.label")}
          value={draft.auth}
          disabled={isSelf}
          onChange={(event) => fields.onChange({ auth: event.target.value as PersonDraft["auth"] })}
        >
          <MenuItem value="normal">{text("role.normal")}</MenuItem>
          <MenuItem value="manager">{text("role.manager")}</MenuItem>
        </TextField>
        <Toggle
          label={text("form.active")}
          checked={draft.is_active}
          disabled={isSelf}
          onChange={(is_active) => fields.onChange({ is_active })}
        />
        {isSelf ? <Alert severity="info">{text("form.self")}</Alert> : null}
      </Group>
      <ContractFields {...fields} dueRefused={refused.due_date} />
      <RightsFields {...fields} />
      <LimitFields {...fields} />
      <Button type="submit" variant="contained" size="large" aria-busy={sending.isPending} sx={{ justifySelf: "start" }}>
        {text(isNew ? "form.make" : "form.save")}
      </Button>
    </Box>
  );
}

/** A draft of the account. What is not changed in it follows the account, which may be changed elsewhere. */
function useRebasedDraft(present: PersonDraft) {
  const to = useSameWhileEqual(present);
  const [{ from, draft }, setState] = useState({ from: to, draft: to });
  if (from !== to) setState({ from: to, draft: rebaseDraft(draft, { from, to }) });
  return [draft, (next: PersonDraft) => setState({ from: to, draft: next })] as const;
}

function ContractFields({ draft, onChange, dueRefused }: FieldsProps & { dueRefused: string | undefined }) {
  const text = useText(messages);
  const shrink = { inputLabel: { shrink: true } };
  return (
    <Group title={text("form.contract")}>
      <TextField
        select
        label={text("form.type")}
        value={draft.contract_type}
        onChange={(event) => onChange({ contract_type: event.target.value as PersonDraft["contract_type"] })}
      >
        <MenuItem value="RF">{text("form.types.RF")}</MenuItem>
        <MenuItem value="SP">{text("form.types.SP")}</MenuItem>
      </TextField>
      <TextField
        type="date"
        label={text("form.start")}
        value={draft.start}
        onChange={(event) => onChange({ start: event.target.value })}
        slotProps={shrink}
      />
      <TextField
        type="date"
        label={text("form.due")}
        value={draft.due}
        error={dueRefused !== undefined}
        helperText={dueRefused}
        onChange={(event) => onChange({ due: event.target.value })}
        slotProps={shrink}
      />
      <NumberField
        label={text("form.duration")}
        value={draft.duration}
        onChange={(duration) => onChange({ duration })}
        problem={isDays(draft.duration) ? undefined : text("form.notDays")}
        width="100%"
      />
      <TextField
        select
        label={text("column.mode")}
        value={draft.api_enable_mode}
        onChange={(event) => onChange({ api_enable_mode: event.target.value })}
      >
        {API_ENABLE_MODES.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {text(`mode.${mode}`)}
          </MenuItem>
        ))}
      </TextField>
    </Group>
  );
}

function RightsFields({ draft, onChange }: FieldsProps) {
  const text = useText(messages);
  return (
    <Group title={text("form.rights")}>
      <Toggle
        label={text("form.datasets")}
        checked={draft.dataset_create_enable}
        onChange={(on) => onChange({ dataset_create_enable: on })}
      />
      <Toggle label={text("form.models")} checked={draft.model_create_enable} onChange={(on) => onChange({ model_create_enable: on })} />
      <Toggle label={text("form.automatic")} checked={draft.auto_model_enable} onChange={(on) => onChange({ auto_model_enable: on })} />
      <Toggle
        label={text("form.contributions")}
        checked={draft.open_calc_varimp_enable}
        onChange={(on) => onChange({ open_calc_varimp_enable: on })}
      />
    </Group>
  );
}

function LimitFields({ draft, onChange }: FieldsProps) {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  const limitField = (label: string, value: string, change: (limit: string) => void) => (
    <NumberField label={label} value={value} onChange={change} problem={isLimit(value) ? undefined : text("form.notNumber")} width="100%" />
  );
  return (
    <Group title={text("form.limits")} hint={text("form.limitsHint")}>
      {limitField(text("form.modelLimit"), draft.model_limit, (model_limit) => onChange({ model_limit }))}
      {limitField(text("form.licenceLimit"), draft.model_licence_limit, (model_licence_limit) => onChange({ model_licence_limit }))}
      {PRODUCTS.map((product) => {
        const name = { product: layout(`products.${product}`) };
        const access = draft.products[product];
        const change = (changes: Partial<typeof access>) =>
          onChange({ products: { ...draft.products, [product]: { ...access, ...changes } } });
        return (
          <Box key={product} sx={{ display: "grid", gap: 1 }}>
            <Toggle label={text("form.product", name)} checked={access.enabled} onChange={(enabled) => change({ enabled })} />
            {limitField(text("form.productLimit", name), access.limit, (limit) => change({ limit }))}
          </Box>
        );
      })}
    </Group>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h2">{title}</Typography>
      {hint ? (
        <Typography variant="body2" color="text.secondary">
          {hint}
        </Typography>
      ) : null}
      <Box
        sx={{
          display: "grid",
          gap: 2,
          mt: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
          alignItems: "start",
        }}
      >
        {children}
      </Box>
    </Paper>
  );
}

interface ToggleProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
}

function Toggle({ label, checked, disabled = false, onChange }: ToggleProps) {
  return (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={<Switch checked={checked} onChange={(_event, on) => onChange(on)} slotProps={{ input: { role: "switch" } }} />}
    />
  );
}

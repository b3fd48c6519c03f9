import { Alert, Box, Checkbox, FormControlLabel, TextField } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { FormDialog } from "../../dialogs/form-dialog.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "../../i18n/languages.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { draftsOf, editsOf, hasPlaceholders, type TextDraft } from "./text-drafts.js";
import { placeholdersOf, type TextRow } from "./text-rows.js";

/** One text in all languages. An empty field takes the product's own text back. */
export function TextDialog({ row, onClose }: { row: TextRow; onClose(): void }) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const notify = useNotify();
  const api = useApi();
  const queryClient = useQueryClient();
  const languages = LANGUAGE_CODES.filter((code) => row.cells[code] !== undefined);
  const [drafts, setDrafts] = useState(() => draftsOf(row));
  const [tried, setTried] = useState(false);
  const wrong = languages.filter((code) => !hasPlaceholders(drafts[code], row.cells[code]));
  const saving = useMutation({
    mutationFn: () => api.changeTexts(editsOf(row, drafts)),
    onSuccess: (answer) => {
      queryClient.setQueryData(QUERY_KEYS.textEdits, answer);
      notify(text("saved"), { type: "info" });
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    if (wrong.length === 0) saving.mutate();
  };
  const change = (code: Language, changes: Partial<TextDraft>) =>
    setDrafts({ ...drafts, [code]: { text: "", checked: false, ...drafts[code], ...changes } });
  return (
    <FormDialog title={row.key} action={text("save")} pending={saving.isPending} maxWidth="md" onSubmit={submit} onClose={onClose}>
      {languages.map((code) => (
        <LanguageField
          key={code}
          language={code}
          own={row.cells[code]?.own ?? ""}
          draft={drafts[code] ?? { text: "", checked: false }}
          wrong={tried && wrong.includes(code)}
          onChange={(changes) => change(code, changes)}
        />
      ))}
      {saving.error ? <Alert severity="error">{text("saveFailed", { reason: errorText(saving.error).sentence })}</Alert> : null}
    </FormDialog>
  );
}

interface LanguageFieldProps {
  language: Language;
  own: string;
  draft: TextDraft;
  wrong: boolean;
  onChange(changes: Partial<TextDraft>): void;
}

function LanguageField({ language, own, draft, wrong, onChange }: LanguageFieldProps) {
  const text = useText(messages);
  const { name, tag } = LANGUAGES[language];
  const names = placeholdersOf(own).join(" ") || text("noPlaceholder");
  const hint = draft.text === own || draft.text === "" ? text("ownAgain") : text("own", { text: own });
  return (
    <Box sx={{ pt: 1 }}>
      <TextField
        label={name}
        lang={tag}
        fullWidth
        multiline
        value={draft.text}
        onChange={({ target }) => onChange({ text: target.value })}
        error={wrong}
        helperText={wrong ? text("placeholders", { names }) : hint}
      />
      {language === "en" ? null : (
        <FormControlLabel
          control={<Checkbox size="small" checked={draft.checked} onChange={({ target }) => onChange({ checked: target.checked })} />}
          label={text("checkedIn", { language: name })}
        />
      )}
    </Box>
  );
}

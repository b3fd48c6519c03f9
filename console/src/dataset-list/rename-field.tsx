import { displayName, NAME_LENGTH } from "@agatha/contracts/kinds/names";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import SaveIcon from "@mui/icons-material/Check";
import CancelIcon from "@mui/icons-material/Close";
import { Box, IconButton, TextField } from "@mui/material";
import { type FormEvent, useState } from "react";
import { useNotify, useUpdate } from "react-admin";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Field for a new name: Enter saves it, Escape keeps the old name. */
export function RenameField({ dataset, onDone }: { dataset: DatasetAnswer; onDone: () => void }) {
  const text = useText(messages);
  const [name, setName] = useState(dataset.name);
  const { rename, problem } = useRename(dataset, onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename(name.trim());
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "flex", alignItems: "start", gap: 0.5 }}>
      <TextField
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
        error={problem !== null}
        helperText={problem}
        slotProps={{ htmlInput: { "aria-label": text("rename.label", { name: dataset.name }) } }}
      />
      <IconButton type="submit" aria-label={text("rename.save")}>
        <SaveIcon fontSize="small" />
      </IconButton>
      <IconButton aria-label={text("rename.cancel")} onClick={onDone}>
        <CancelIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

function useRename(dataset: DatasetAnswer, onDone: () => void) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const notify = useNotify();
  const [update] = useUpdate<DatasetAnswer>();
  const [problem, setProblem] = useState<string | null>(null);
  const rename = (name: string) => {
    if (name === dataset.name) return onDone();
    if (!displayName.safeParse(name).success) return setProblem(text("rename.rule", { max: NAME_LENGTH.max }));
    const change = { id: dataset.id, data: { name }, previousData: dataset };
    void update("datasets", change, {
      onSuccess: () => {
        notify(text("rename.done", { name }));
        onDone();
      },
      onError: (error) => setProblem(errorText(error).sentence),
    });
  };
  return { rename, problem };
}

import { TITLE_LENGTH, title } from "@agatha/contracts/kinds/names";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import SaveIcon from "@mui/icons-material/Check";
import CancelIcon from "@mui/icons-material/Close";
import { Box, IconButton, TextField } from "@mui/material";
import { type FormEvent, useState } from "react";
import { useNotify, useUpdate } from "react-admin";
import { useText } from "../../i18n/use-text.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { messages } from "./messages.js";

/** Field for a new title: Enter saves it, Escape keeps the old one. */
export function RenameField({ dataset, onDone }: { dataset: DatasetAnswer; onDone: () => void }) {
  const text = useText(messages);
  const [name, setName] = useState(dataset.title);
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
        slotProps={{ htmlInput: { "aria-label": text("rename.label", { name: dataset.title }) } }}
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
  const failureText = useFailureText();
  const notify = useNotify();
  const [update] = useUpdate<DatasetAnswer>();
  const [problem, setProblem] = useState<string | null>(null);
  const rename = (name: string) => {
    if (name === dataset.title) return onDone();
    if (!title.safeParse(name).success) return setProblem(text("rename.rule", { max: TITLE_LENGTH }));
    const change = { id: dataset.id, data: { title: name }, previousData: dataset };
    void update("datasets", change, {
      onSuccess: () => {
        notify(text("rename.done", { name }));
        onDone();
      },
      onError: (error) => setProblem(failureText("renameDataset", error)),
    });
  };
  return { rename, problem };
}

import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { Box, Button, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { Failure } from "../../../feedback/failure.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";

/** The server's bound. */
const MAX_NAME_LENGTH = 100;

/** Saves the enabled steps as a template. */
export function SaveTemplate({ dataset, steps }: { dataset: DatasetAnswer; steps: readonly EditStepAnswer[] }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const count = steps.filter(({ enabled }) => enabled).length;
  const saving = useMutation({
    mutationFn: () => api.createTemplate({ name: name.trim(), dataset_id: dataset.id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.editTemplates });
      notify(text("templates.saved", { name: name.trim() }));
      setName("");
      setSubmitAttempted(false);
    },
  });
  if (count === 0) return <Typography color="text.secondary">{text("templates.nothing")}</Typography>;
  const problem = submitAttempted && name.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitAttempted(true);
    if (name.trim() !== "") saving.mutate();
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 1, pt: 1 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
        <TextField
          label={text("templates.name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={problem}
          helperText={problem ? text("problem.nameNeeded") : text("templates.saves", { count })}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH, autoComplete: "off" } }}
          sx={{ flex: "1 1 240px" }}
        />
        <Button type="submit" variant="contained" loading={saving.isPending} sx={{ flexShrink: 0, minHeight: 40 }}>
          {text("templates.save")}
        </Button>
      </Box>
      {saving.error ? <Failure error={saving.error} /> : null}
    </Box>
  );
}

import { API_ENABLE_MODES } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import { MenuItem, TextField } from "@mui/material";
import { useApi } from "../../api/services.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { useChangePerson } from "./use-change-person.js";

/** Sets whether the account's APIs answer, and which of its new models are enabled. */
export function EnablingModeField({ person }: { person: UserAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const changing = useChangePerson(person.id, ({ api_enable_mode = "enabled" }) =>
    api.updateTeamInfo({ user_id: person.id, api_enable_mode }),
  );
  return (
    <TextField
      select
      size="small"
      variant="standard"
      value={person.api_enable_mode}
      disabled={changing.isPending}
      onChange={(event) => changing.mutate({ api_enable_mode: API_ENABLE_MODES.find((mode) => mode === event.target.value) })}
      slotProps={{ select: { SelectDisplayProps: { "aria-label": text("modeOf", { name: person.username }) } } }}
      sx={{ width: 150 }}
    >
      {API_ENABLE_MODES.map((mode) => (
        <MenuItem key={mode} value={mode}>
          {text(`mode.${mode}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

import { Alert, Box, Button } from "@mui/material";
import { useState } from "react";
import { downloadFile } from "../../charts/download.js";
import { useText } from "../../i18n/use-text.js";
import { useCopy } from "../../notifications/use-copy.js";
import { messages } from "./messages.js";

/** Shows the recovery codes, to copy or to download. The server does not send them again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = useText(messages);
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  const content = `${codes.join("\n")}\n`;
  return (
    <Box sx={{ display: "grid", gap: 2, width: "100%" }}>
      <Alert severity="warning">{text("recovery.keep")}</Alert>
      <Box
        component="ol"
        aria-label={text("recovery.title")}
        sx={{ m: 0, pl: 4, fontFamily: "monospace", display: "grid", gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" }, columnGap: 5 }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="outlined" onClick={() => copy(content, () => setCopied(true))}>
          {text(copied ? "recovery.copied" : "recovery.copy")}
        </Button>
        <Button variant="outlined" onClick={() => downloadFile("agatha-recovery-codes.txt", new Blob([content], { type: "text/plain" }))}>
          {text("recovery.download")}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {text("recovery.done")}
        </Button>
      </Box>
    </Box>
  );
}

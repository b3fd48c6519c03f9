import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { Box, Button, Typography } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { TabList } from "../../lists/tab-list.js";
import { messages } from "../messages.js";
import { CodeBlock } from "./code-block.js";
import { CopyButton } from "./copyable-value.js";

type Language = keyof ModelApiAnswer["examples"];
const LANGUAGES: readonly Language[] = ["python", "r", "go", "javascript", "java", "bash"];

interface CodeExamplesProps {
  examples: ModelApiAnswer["examples"];
  /** Null once it is revoked. */
  token: string | null;
}

/** Example programs that call this model, one for each language. The token in them is hidden at first; what is copied has it. */
export function CodeExamples({ examples, token }: CodeExamplesProps) {
  const text = useText(messages);
  const [tokenShown, setTokenShown] = useState(false);
  const [language, setLanguage] = useState<Language>("python");
  const code = examples[language];
  const shownCode = tokenShown || token === null ? code : code.replaceAll(token, "•".repeat(24));
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1 }}>
        <Typography variant="h3" component="h2">
          {text("api.examples")}
        </Typography>
        {token === null ? null : (
          <Button size="small" onClick={() => setTokenShown(!tokenShown)}>
            {text(tokenShown ? "api.hideInExamples" : "api.showInExamples")}
          </Button>
        )}
      </Box>
      <TabList
        label={text("api.examples")}
        tabs={LANGUAGES.map((name) => ({
          value: name,
          id: `example-${name}`,
          panel: `code-${name}`,
          label: text(`api.language.${name}`),
        }))}
        value={language}
        onChange={setLanguage}
        surface="paper"
      />
      <Box role="tabpanel" id={`code-${language}`} aria-labelledby={`example-${language}`} sx={{ position: "relative" }}>
        <CodeBlock value={shownCode} maxHeight={420} endSpace />
        <Box sx={{ position: "absolute", top: 12, right: 8 }}>
          <CopyButton label={text(`api.language.${language}`)} value={code} />
        </Box>
      </Box>
    </>
  );
}

import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { Box, Tab, Tabs, Typography } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { CodeBlock } from "./code-block.js";
import { CopyButton } from "./copyable-value.js";

type Language = keyof ModelApiAnswer["examples"];
const LANGUAGES: readonly Language[] = ["python", "r", "go", "javascript", "java", "bash"];

/** Example programs that call this model, one for each language. */
export function CodeExamples({ examples }: { examples: ModelApiAnswer["examples"] }) {
  const text = useText(messages);
  const [language, setLanguage] = useState<Language>("python");
  return (
    <>
      <Typography variant="h3" component="h2">
        {text("api.examples")}
      </Typography>
      <Tabs
        value={language}
        onChange={(_event, chosen: Language) => setLanguage(chosen)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={text("api.examples")}
      >
        {LANGUAGES.map((name) => (
          <Tab key={name} value={name} id={`example-${name}`} aria-controls={`code-${name}`} label={text(`api.language.${name}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`code-${language}`} aria-labelledby={`example-${language}`} sx={{ position: "relative" }}>
        <CodeBlock value={examples[language]} maxHeight={420} endSpace />
        <Box sx={{ position: "absolute", top: 12, right: 8 }}>
          <CopyButton label={text(`api.language.${language}`)} value={examples[language]} />
        </Box>
      </Box>
    </>
  );
}

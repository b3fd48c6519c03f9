import type { DataFinding } from "@agatha/contracts";
import { Box } from "@mui/material";
import { joinSentences, sentenceGap } from "../i18n/join-sentences.js";
import { useFindingText } from "./use-finding-text.js";

/** A finding of the data check, and what training does about it. `label` is the shown name of its column. */
export function FindingText({ finding, label }: { finding: DataFinding; label?: string }) {
  const { what, training } = useFindingText()(finding, label);
  return <FindingSentences what={[what]} training={training} />;
}

/** Shows a sentence for each finding, and less prominently what training does about it. */
export function FindingSentences({ what, training }: { what: readonly string[]; training: string }) {
  const found = joinSentences(...what);
  return (
    <>
      {found}
      {sentenceGap(found)}
      <Box component="span" sx={{ color: "text.secondary" }}>
        {training}
      </Box>
    </>
  );
}

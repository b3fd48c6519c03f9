import { MIN_CLUSTERED_ROWS } from "@agatha/contracts/algorithms/clusters";
import { CLUSTER_COUNTS } from "@agatha/contracts/kinds/auto-model-limits";
import { Box, FormControl, FormHelperText, FormLabel } from "@mui/material";
import { NumberField } from "../../fields/number-field.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type AutomaticTrainingDraft, type AutomaticTrainingProblems, clusterCountBounds, mostClusters } from "./draft.js";

interface ClusterCountFieldsProps {
  automaticDraft: AutomaticTrainingDraft;
  rows: number;
  problems: AutomaticTrainingProblems;
  onAutomaticDraft(automaticDraft: AutomaticTrainingDraft): void;
}

/** Fields for the range of cluster counts to try. */
export function ClusterCountFields({ automaticDraft, rows, problems, onAutomaticDraft }: ClusterCountFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const { min, max } = clusterCountBounds(rows);
  const values = {
    min: format.number(min),
    max: format.number(max),
    count: format.number(CLUSTER_COUNTS.maxTried),
    rows: format.number(MIN_CLUSTERED_ROWS),
  };
  const problemText = (problem: AutomaticTrainingProblems["minClusters" | "maxClusters"]) => problem && text(`${problem}`, values);
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{text("clusterCount")}</FormLabel>
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", mt: 1.5 }}>
        <NumberField
          label={text("fewest")}
          value={automaticDraft.minClusters}
          onChange={(minClusters) => onAutomaticDraft({ ...automaticDraft, minClusters })}
          problem={problemText(problems.minClusters)}
        />
        <NumberField
          label={text("most")}
          value={mostClusters(automaticDraft, rows)}
          onChange={(maxClusters) => onAutomaticDraft({ ...automaticDraft, maxClusters })}
          problem={problemText(problems.maxClusters)}
        />
      </Box>
      <FormHelperText sx={{ mx: 0 }}>{text("clusterCountHint", values)}</FormHelperText>
    </FormControl>
  );
}

import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Box, List, ListItemButton, ListSubheader, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { SideList } from "../../lists/side-list.js";
import { NEW_EVALUATION } from "../../routing/paths.js";
import { EvaluationStateChip } from "./evaluation-state-chip.js";
import { messages } from "./messages.js";

interface EvaluationListProps {
  /** Newest first. */
  evaluations: readonly EvaluationAnswer[];
  chosen: string;
  addressOf(id: string): string;
  nameOf(evaluation: EvaluationAnswer): string;
}

/** List of comparisons with their states. */
export function EvaluationList({ evaluations, chosen, addressOf, nameOf }: EvaluationListProps) {
  const text = useText(messages);
  return (
    <SideList
      label={text("list.title")}
      createButton={{
        label: text("list.add"),
        to: addressOf(NEW_EVALUATION),
        isChosen: chosen === NEW_EVALUATION,
        making: { what: "work" },
      }}
    >
      {evaluations.length === 0 ? null : (
        <List
          dense
          disablePadding
          subheader={
            <ListSubheader disableSticky sx={{ lineHeight: 1.6, py: 0.75, bgcolor: "transparent" }}>
              {text("list.title")}
            </ListSubheader>
          }
        >
          {evaluations.map((evaluation) => (
            <li key={evaluation.id}>
              <ListItemButton
                component={Link}
                to={addressOf(evaluation.id)}
                selected={evaluation.id === chosen}
                aria-current={evaluation.id === chosen ? "page" : undefined}
                sx={{ display: "block", py: 0.75 }}
              >
                <EvaluationItem evaluation={evaluation} name={nameOf(evaluation)} />
              </ListItemButton>
            </li>
          ))}
        </List>
      )}
    </SideList>
  );
}

function EvaluationItem({ evaluation, name }: { evaluation: EvaluationAnswer; name: string }) {
  const text = useText(messages);
  const format = useFormat();
  const { response, model_id_list, created_at } = evaluation;
  const facts = [response, text("models.count", { count: model_id_list.length }), format.dateTime(created_at)];
  return (
    <>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
        <Typography noWrap sx={{ fontWeight: 600, flexGrow: 1, minWidth: 0 }}>
          {name}
        </Typography>
        <EvaluationStateChip evaluation={evaluation} />
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.25, wordBreak: "keep-all", overflowWrap: "anywhere" }}>
        {facts.filter((fact) => fact !== null).join(" · ")}
      </Typography>
    </>
  );
}

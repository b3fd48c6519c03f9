import type { EvaluationAnswer } from "@agatha/contracts/wire";
import AddIcon from "@mui/icons-material/Add";
import { Box, Button, List, ListItemButton, ListSubheader, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { NEW_EVALUATION } from "../routing/addresses.js";
import { EvaluationStateChip } from "./evaluation-state-chip.js";
import { messages } from "./messages.js";

interface EvaluationListProps {
  /** Newest first. */
  evaluations: readonly EvaluationAnswer[];
  chosen: string;
  addressOf(id: string): string;
  nameOf(evaluation: EvaluationAnswer): string;
}

/** The comparisons that there are, with their states. */
export function EvaluationList({ evaluations, chosen, addressOf, nameOf }: EvaluationListProps) {
  const text = useText(messages);
  return (
    <Box
      component="nav"
      aria-label={text("list.title")}
      sx={{
        borderRight: { md: 1 },
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: "divider", md: "divider" },
        bgcolor: "background.paper",
        // On a phone the list scrolls in itself, so that the chosen comparison is near.
        maxHeight: { xs: 220, md: "none" },
        overflow: { xs: "auto", md: "visible" },
      }}
    >
      <Box sx={{ p: 1.5, pb: 1 }}>
        <Button
          fullWidth
          variant={chosen === NEW_EVALUATION ? "outlined" : "contained"}
          startIcon={<AddIcon />}
          component={Link}
          to={addressOf(NEW_EVALUATION)}
        >
          {text("list.add")}
        </Button>
      </Box>
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
                <Line evaluation={evaluation} name={nameOf(evaluation)} />
              </ListItemButton>
            </li>
          ))}
        </List>
      )}
    </Box>
  );
}

function Line({ evaluation, name }: { evaluation: EvaluationAnswer; name: string }) {
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
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.25 }}>
        {facts.filter((fact) => fact !== null).join(" · ")}
      </Typography>
    </>
  );
}

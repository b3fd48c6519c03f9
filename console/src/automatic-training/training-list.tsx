import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, List, ListItemButton, ListSubheader, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Failure } from "../feedback/failure.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { elapsedFraction, trainingStatus } from "./training-status.js";
import { useTrainingLabel } from "./use-training-label.js";
import type { useAutomaticTrainings } from "./use-trainings.js";

/** Number of trainings shown before the list is expanded: the models below matter more. */
const INITIALLY_SHOWN = 3;

interface TrainingListProps {
  trainings: ReturnType<typeof useAutomaticTrainings>;
  chosen: string | null;
  addressOf(id: string): string;
}

/** Automatic trainings of the dataset, newest first. */
export function TrainingList({ trainings, chosen, addressOf }: TrainingListProps) {
  const text = useText(messages);
  const [all, setAll] = useState(false);
  const { data = [], error, refetch } = trainings;
  const failure = error ? <Failure error={error} title={text("listFailed")} onRetry={() => void refetch()} /> : null;
  if (data.length === 0) return failure;
  return (
    <>
      {failure}
      <List
        dense
        disablePadding
        subheader={
          <ListSubheader disableSticky sx={{ lineHeight: 1.6, py: 0.75, bgcolor: "transparent" }}>
            {text("list")}
          </ListSubheader>
        }
      >
        {(all ? data : data.slice(0, INITIALLY_SHOWN)).map((training) => (
          <li key={training.id}>
            <TrainingListItem training={training} selected={training.id === chosen} address={addressOf(training.id)} />
          </li>
        ))}
      </List>
      {data.length > INITIALLY_SHOWN ? (
        <Button size="small" sx={{ mx: 1, mb: 0.5 }} onClick={() => setAll(!all)}>
          {all ? text("fewer") : text("all", { count: data.length })}
        </Button>
      ) : null}
    </>
  );
}

function TrainingListItem({ training, selected, address }: { training: AutoModelAnswer; selected: boolean; address: string }) {
  const text = useText(messages);
  const format = useFormat();
  const labelOf = useTrainingLabel();
  const state = trainingStatus(training);
  const share = state === "running" ? ` ${format.percent(Math.round(elapsedFraction(training, Date.now()) * 100) / 100)}` : "";
  return (
    <ListItemButton
      component={Link}
      to={address}
      selected={selected}
      aria-current={selected ? "page" : undefined}
      sx={{ display: "block", py: 0.75 }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline" }}>
        <Typography noWrap sx={{ fontWeight: 600, flexGrow: 1, maxWidth: "100%" }}>
          {labelOf(training)}
        </Typography>
        <Typography variant="body2" color={state === "failed" ? "error" : "text.secondary"} sx={{ whiteSpace: "nowrap" }}>
          {text(`state.${state}`)}
          {share}
        </Typography>
      </Box>
      <Typography variant="body2" color="text.secondary" noWrap>
        {text("modelCount", { count: training.models.length })} · {format.ago(training.created_at, Date.now())}
      </Typography>
    </ListItemButton>
  );
}

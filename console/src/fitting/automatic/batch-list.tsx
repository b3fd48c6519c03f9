import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, List, ListItemButton, ListSubheader, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { Failure } from "../../states/failure.js";
import { messages } from "../messages.js";
import { stateOf, timeShare } from "./course.js";
import { useBatchName } from "./use-batch-name.js";
import type { useBatches } from "./use-batches.js";

/** So many are shown until more are asked for: the models below matter more. */
const SHOWN = 3;

interface BatchListProps {
  batches: ReturnType<typeof useBatches>;
  chosen: string | null;
  addressOf(id: string): string;
}

/** The automatic trainings of the dataset, the newest first. */
export function BatchList({ batches, chosen, addressOf }: BatchListProps) {
  const text = useText(messages);
  const [all, setAll] = useState(false);
  const { data = [], error, refetch } = batches;
  const failure = error ? <Failure error={error} title={text("automatic.listFailed")} onRetry={() => void refetch()} /> : null;
  if (data.length === 0) return failure;
  return (
    <>
      {failure}
      <List
        dense
        disablePadding
        subheader={
          <ListSubheader disableSticky sx={{ lineHeight: 1.6, py: 0.75, bgcolor: "transparent" }}>
            {text("automatic.list")}
          </ListSubheader>
        }
      >
        {(all ? data : data.slice(0, SHOWN)).map((batch) => (
          <li key={batch.id}>
            <Line batch={batch} selected={batch.id === chosen} address={addressOf(batch.id)} />
          </li>
        ))}
      </List>
      {data.length > SHOWN ? (
        <Button size="small" sx={{ mx: 1, mb: 0.5 }} onClick={() => setAll(!all)}>
          {all ? text("automatic.fewer") : text("automatic.all", { count: data.length })}
        </Button>
      ) : null}
    </>
  );
}

function Line({ batch, selected, address }: { batch: AutoModelAnswer; selected: boolean; address: string }) {
  const text = useText(messages);
  const format = useFormat();
  const nameOf = useBatchName();
  const state = stateOf(batch);
  const share = state === "running" ? ` ${format.percent(Math.round(timeShare(batch, Date.now()) * 100) / 100)}` : "";
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
          {nameOf(batch)}
        </Typography>
        <Typography variant="body2" color={state === "failed" ? "error" : "text.secondary"} sx={{ whiteSpace: "nowrap" }}>
          {text(`automatic.state.${state}`)}
          {share}
        </Typography>
      </Box>
      <Typography variant="body2" color="text.secondary" noWrap>
        {text("automatic.modelCount", { count: batch.models.length })} · {format.ago(batch.created_at, Date.now())}
      </Typography>
    </ListItemButton>
  );
}

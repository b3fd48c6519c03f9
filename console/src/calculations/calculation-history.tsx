import type { ListedCalculation, ModelAnswer } from "@agatha/contracts/wire";
import { Box, List, ListItemButton, Paper, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { calculationPath, type QueuedCalculationType, useCalculations } from "./use-calculations.js";

interface CalculationHistoryProps {
  model: ModelAnswer;
  type: QueuedCalculationType;
  /** Id of the calculation that is shown. */
  chosen: string | null;
  /** Describes the request in a few words. */
  labelOf(calculation: ListedCalculation): string;
}

/** The model's calculations of one type, each with a link. */
export function CalculationHistory({ model, type, chosen, labelOf }: CalculationHistoryProps) {
  const text = useText(messages);
  const format = useFormat();
  const calculations = useCalculations(model, type);
  return (
    <Paper component="nav" aria-label={text(`earlier.${type}`)} sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="h2" sx={{ px: 2, pt: 1.5 }}>
        {text(`earlier.${type}`)}
      </Typography>
      {calculations.error ? <Failure error={calculations.error} onRetry={() => void calculations.refetch()} /> : null}
      {calculations.isPending ? <Loading rows={2} height={40} /> : null}
      {calculations.data?.length === 0 ? (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 2, pt: 0.5 }}>
          {text("earlier.none")}
        </Typography>
      ) : null}
      {calculations.data && calculations.data.length > 0 ? (
        <>
          <Typography variant="body2" color="text.secondary" sx={{ px: 2 }}>
            {text("earlier.kept")}
          </Typography>
          <List dense disablePadding tabIndex={-1} sx={{ maxHeight: 420, overflow: "auto", py: 1 }}>
            {calculations.data.map((calculation) => (
              <li key={calculation.id}>
                <ListItemButton
                  component={Link}
                  to={calculationPath(model, type, calculation.id)}
                  selected={calculation.id === chosen}
                  aria-current={calculation.id === chosen ? "page" : undefined}
                  sx={{ display: "block", py: 0.5 }}
                >
                  <Typography sx={{ fontWeight: 600 }}>{labelOf(calculation)}</Typography>
                  <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between", flexWrap: "wrap" }}>
                    <Typography variant="body2" color="text.secondary">
                      {format.dateTime(calculation.created_at)}
                    </Typography>
                    <CalculationStatus calculation={calculation} type={type} />
                  </Box>
                </ListItemButton>
              </li>
            ))}
          </List>
        </>
      ) : null}
    </Paper>
  );
}

function CalculationStatus({ calculation: { status, rows }, type }: { calculation: ListedCalculation; type: QueuedCalculationType }) {
  const text = useText(messages);
  const format = useFormat();
  if (status !== "success") {
    return (
      <Typography variant="body2" color={status === "fail" ? "error" : "primary"}>
        {text(`earlier.${status}`)}
      </Typography>
    );
  }
  const count = rows ?? 0;
  return <Typography variant="body2">{text(`earlier.${type}Found`, { count, shown: format.number(count) })}</Typography>;
}

import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { Box, Button, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { CodeBlock } from "./code-block.js";
import { requestPrediction } from "./request-prediction.js";

interface TryItProps {
  page: Pick<ModelApiAnswer, "api_token" | "columns" | "periods" | "url">;
  /** Name of the token's field in the API. */
  tokenField?: "api_token" | "token";
  onAnswer?: () => void;
}

/** Calls the API as another system would: without a session, only with the token. */
export function TryIt({ page, tokenField = "api_token", onAnswer }: TryItProps) {
  const text = useText(messages);
  const row = Object.fromEntries(page.columns.map(({ name, example }) => [name, example]));
  const asked = page.periods === undefined ? { data: row } : { periods: page.periods, data: [] };
  const request = { [tokenField]: page.api_token, ...asked };
  const asking = useMutation({ mutationFn: () => requestPrediction(page.url, request), onSuccess: onAnswer });
  const shown = { ...request, [tokenField]: "…" };
  return (
    <>
      <Typography variant="h3" component="h2">
        {text("api.tryTitle")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text(page.periods === undefined ? "api.tryHint" : "api.tryHintNext")}
      </Typography>
      <CodeBlock value={`POST ${page.url}\n${JSON.stringify(shown, null, 2)}`} />
      <Button variant="outlined" onClick={() => asking.mutate()} loading={asking.isPending} sx={{ mt: 1 }}>
        {text("api.trySend")}
      </Button>
      <Box aria-live="polite">
        {asking.error ? <Failure error={asking.error} /> : null}
        {asking.data === undefined ? null : (
          <>
            <Typography sx={{ mt: 2, fontWeight: 600 }}>{text("api.tryAnswer")}</Typography>
            <CodeBlock value={JSON.stringify(asking.data, null, 2)} />
          </>
        )}
      </Box>
    </>
  );
}

import { Alert, AlertTitle, Button } from "@mui/material";
import { Component, type ReactNode } from "react";
import { messages } from "../feedback/messages.js";
import { useText } from "../i18n/use-text.js";
import { ChunkLoadError } from "./load-chunk.js";

interface ScreenErrorBoundaryProps {
  children: ReactNode;
}

interface ScreenErrorBoundaryState {
  /** Error that the screen threw. */
  failure: { error: unknown } | undefined;
}

/** Keeps the layout when a screen throws. Give it a `key` that changes with the screen. */
export class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, ScreenErrorBoundaryState> {
  override state: ScreenErrorBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): ScreenErrorBoundaryState {
    return { failure: { error } };
  }

  private retry(): void {
    if (this.state.failure?.error instanceof ChunkLoadError) window.location.reload();
    else this.setState({ failure: undefined });
  }

  override render(): ReactNode {
    return this.state.failure ? <ScreenError onRetry={() => this.retry()} /> : this.props.children;
  }
}

function ScreenError({ onRetry }: { onRetry: () => void }) {
  const text = useText(messages);
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {text("retry")}
        </Button>
      }
    >
      <AlertTitle>{text("crashTitle")}</AlertTitle>
      {text("crashHint")}
    </Alert>
  );
}

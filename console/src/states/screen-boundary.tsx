import { Alert, AlertTitle, Button } from "@mui/material";
import { Component, type ReactNode } from "react";
import { useText } from "../i18n/use-text.js";
import { PartNotLoaded } from "../routing/in-time.js";
import { messages } from "./messages.js";

interface BoundaryProps {
  children: ReactNode;
}

interface BoundaryState {
  /** What the screen has thrown. */
  failure: { error: unknown } | undefined;
}

/** Keeps the frame alive when a screen throws. Give it a `key` that changes with the screen. */
export class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  private retry(): void {
    if (this.state.failure?.error instanceof PartNotLoaded) window.location.reload();
    else this.setState({ failure: undefined });
  }

  override render(): ReactNode {
    return this.state.failure ? <Crash onRetry={() => this.retry()} /> : this.props.children;
  }
}

function Crash({ onRetry }: { onRetry: () => void }) {
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

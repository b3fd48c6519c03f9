import { Alert, AlertTitle, Button } from "@mui/material";
import { Component, type ReactNode } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface BoundaryProps {
  children: ReactNode;
}

/** Keeps the frame alive when a screen throws. Give it a `key` that changes with the screen. */
export class ScreenBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Crash onRetry={() => this.setState({ failed: false })} /> : this.props.children;
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

import { Alert, AlertTitle, Button } from "@mui/material";
import { Component, type ReactNode, useEffect, useState } from "react";
import { messages } from "../feedback/messages.js";
import { useText } from "../i18n/use-text.js";
import { ChunkLoadError } from "./load-chunk.js";
import { isNewVersionServed } from "./new-version.js";

/** Puts the notice of an error, which has a title, in its place. */
type NoticeFrame = (notice: ReactNode, title: string) => ReactNode;

interface ScreenErrorBoundaryProps {
  children: ReactNode;
  /** Without one the notice stands where the children were. */
  frame?: NoticeFrame;
}

interface ScreenErrorBoundaryState {
  /** Error that the screen threw. */
  failure: { error: unknown } | undefined;
  /** Whether the user has already tried again. */
  isRetried: boolean;
}

/** Keeps the layout when a screen throws. Give it a `key` that changes with the screen. */
export class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, ScreenErrorBoundaryState> {
  override state: ScreenErrorBoundaryState = { failure: undefined, isRetried: false };

  static getDerivedStateFromError(error: unknown): Partial<ScreenErrorBoundaryState> {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) error.forget();
  }

  override render(): ReactNode {
    const { failure, isRetried } = this.state;
    if (!failure) return this.props.children;
    const retry = () => this.setState({ failure: undefined, isRetried: true });
    if (failure.error instanceof ChunkLoadError) return <MissingPart frame={this.props.frame} isRetried={isRetried} onRetry={retry} />;
    return <ScreenError frame={this.props.frame} onRetry={retry} />;
  }
}

interface MissingPartProps {
  frame: NoticeFrame | undefined;
  isRetried: boolean;
  onRetry: () => void;
}

/**
 * A part of the console was not loaded: after an update of the server, its files have other names. A browser may repeat a failed
 * import without asking the server (https://github.com/whatwg/html/issues/6768), so the second notice offers to reload the page.
 */
function MissingPart({ frame, isRetried, onRetry }: MissingPartProps) {
  const text = useText(messages);
  const [isNewVersion, setIsNewVersion] = useState<boolean | undefined>(undefined);
  useEffect(() => void isNewVersionServed(document, fetch).then(setIsNewVersion), []);
  if (isNewVersion === undefined) return null;
  const reload = { frame, button: text("reload"), onClick: () => window.location.reload() };
  if (isNewVersion) return <Notice {...reload} severity="info" title={text("newVersionTitle")} hint={text("newVersionHint")} />;
  const missing = { severity: "error", title: text("missingPartTitle") } as const;
  if (isRetried) return <Notice {...reload} {...missing} hint={text("missingPartAgainHint")} />;
  return <Notice frame={frame} {...missing} hint={text("missingPartHint")} button={text("retry")} onClick={onRetry} />;
}

function ScreenError({ frame, onRetry }: { frame: NoticeFrame | undefined; onRetry: () => void }) {
  const text = useText(messages);
  const words = { title: text("crashTitle"), hint: text("crashHint"), button: text("retry") };
  return <Notice frame={frame} severity="error" {...words} onClick={onRetry} />;
}

interface NoticeProps {
  frame: NoticeFrame | undefined;
  severity: "info" | "error";
  title: string;
  hint: string;
  button: string;
  onClick: () => void;
}

function Notice({ frame, severity, title, hint, button, onClick }: NoticeProps) {
  const action = (
    <Button color="inherit" size="small" onClick={onClick}>
      {button}
    </Button>
  );
  const notice = (
    <Alert severity={severity} sx={{ m: 2 }} action={action}>
      <AlertTitle>{title}</AlertTitle>
      {hint}
    </Alert>
  );
  return frame ? frame(notice, title) : notice;
}

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
}

/** Keeps the layout when a screen throws. Give it a `key` that changes with the screen. */
export class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, ScreenErrorBoundaryState> {
  override state: ScreenErrorBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): ScreenErrorBoundaryState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (failure.error instanceof ChunkLoadError) return <MissingPart frame={this.props.frame} />;
    return <ScreenError frame={this.props.frame} onRetry={() => this.setState({ failure: undefined })} />;
  }
}

/** A part of the console was not loaded: after an update of the server, its files have other names. */
function MissingPart({ frame }: { frame: NoticeFrame | undefined }) {
  const text = useText(messages);
  const [isNewVersion, setIsNewVersion] = useState<boolean | undefined>(undefined);
  useEffect(() => void isNewVersionServed(document, fetch).then(setIsNewVersion), []);
  if (isNewVersion === undefined) return null;
  return (
    <Notice
      frame={frame}
      severity={isNewVersion ? "info" : "error"}
      title={text(isNewVersion ? "newVersionTitle" : "missingPartTitle")}
      hint={text(isNewVersion ? "newVersionHint" : "missingPartHint")}
      button={text("reload")}
      onClick={() => window.location.reload()}
    />
  );
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

import { Box, Skeleton } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { ReactNode } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface LoadingProps {
  /** Number of skeleton lines if no `children` are given. */
  rows?: number;
  height?: number;
  children?: ReactNode;
}

/** Skeleton in the position and size of the content, so that the layout does not shift. */
export function Loading({ rows = 5, height = 32, children }: LoadingProps) {
  const text = useText(messages);
  const lines = Array.from({ length: rows }, (_, line) => line);
  return (
    <Box role="status" aria-busy="true" sx={{ display: "grid", gap: 1, p: 2 }}>
      <span style={visuallyHidden}>{text("loading")}</span>
      {children ?? lines.map((line) => <Skeleton key={line} variant="rounded" height={height} />)}
    </Box>
  );
}

import { type ReactNode, Suspense } from "react";
import { ScreenErrorBoundary } from "./screen-error-boundary.js";

interface ChunkProps {
  /** Shown while the part loads. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a screen that is loaded on demand. If it cannot be loaded or throws, a notice says so in its place, and the rest stays. */
export function Chunk({ fallback = null, children }: ChunkProps) {
  return (
    <ScreenErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ScreenErrorBoundary>
  );
}

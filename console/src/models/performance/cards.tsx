import { Paper } from "@mui/material";
import type { ReactNode } from "react";

export function Card({ children }: { children: ReactNode }) {
  return <Paper sx={{ p: 2, minWidth: 0 }}>{children}</Paper>;
}

/** Card that spans both columns. */
export function FullWidthCard({ children }: { children: ReactNode }) {
  return <Paper sx={{ p: 2, minWidth: 0, gridColumn: "1 / -1" }}>{children}</Paper>;
}

import type { DatasetRole } from "@agatha/contracts/wire";
import { Alert, Box } from "@mui/material";
import type { ReactNode } from "react";
import { useText } from "../i18n/use-text.js";
import { useDatasetRole } from "../routing/analysis-context.js";
import { messages } from "./messages.js";

/** Returns why a role may not change a dataset, in words, or null. The role is that of the analysis screen by default. */
export function useReadOnlyReason(role?: DatasetRole): string | null {
  const text = useText(messages);
  const present = useDatasetRole();
  return (role ?? present) === "viewer" ? text("viewer") : null;
}

/** Returns why a role may not dispose of a dataset, in words, or null. */
function useOwnerOnlyReason(role?: DatasetRole): string | null {
  const text = useText(messages);
  const present = useDatasetRole();
  const own = role ?? present;
  return own === "viewer" || own === "editor" ? text("ownerOnly") : null;
}

/** The children, whose buttons and inputs are disabled for a viewer, with the reason as their name and as a tooltip. */
export function ForEditors({ role, children }: { role?: DatasetRole; children: ReactNode }) {
  return <DisabledFor reason={useReadOnlyReason(role)}>{children}</DisabledFor>;
}

/** The children, whose buttons and inputs are disabled for viewers and editors. */
export function ForOwner({ role, children }: { role?: DatasetRole; children: ReactNode }) {
  return <DisabledFor reason={useOwnerOnlyReason(role)}>{children}</DisabledFor>;
}

/** The children, or in their place why only the owner may see them. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const reason = useOwnerOnlyReason();
  return reason === null ? children : <Alert severity="info">{reason}</Alert>;
}

/** A disabled fieldset disables the native buttons and inputs in it, without a place of its own in the layout. */
function DisabledFor({ reason, children }: { reason: string | null; children: ReactNode }) {
  if (reason === null) return children;
  return (
    <Box
      component="fieldset"
      disabled
      aria-label={reason}
      title={reason}
      sx={{
        display: "contents",
        // Boxes and switches are drawn by what surrounds their input, which is not to be seen.
        "& :disabled:not([type=checkbox], [type=radio]), & span:has(> input:disabled)": { opacity: 0.5, cursor: "not-allowed" },
      }}
    >
      {children}
    </Box>
  );
}

import { Button, type ButtonProps } from "@mui/material";
import { Link } from "react-router-dom";
import { ForEditors, useReadOnlyReason } from "./for-role.js";

/** A link in the form of a button to a screen that changes the dataset. For a viewer it is disabled, with the reason as a tooltip. */
export function EditorsLink({ to, ...button }: ButtonProps & { to: string }) {
  const isReadOnly = useReadOnlyReason() !== null;
  if (!isReadOnly) return <Button component={Link} to={to} {...button} />;
  return (
    <ForEditors>
      <Button {...button} />
    </ForEditors>
  );
}

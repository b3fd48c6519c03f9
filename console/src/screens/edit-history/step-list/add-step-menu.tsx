import AddIcon from "@mui/icons-material/Add";
import { Button, ListItemIcon, ListItemText, Menu, MenuItem } from "@mui/material";
import { useState } from "react";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { STEP_TYPES, type StepType } from "../steps/step-draft.js";
import { StepIcon } from "./step-icon.js";

/** Menu of the kinds of steps to add. */
export function AddStepMenu({ onAdd }: { onAdd: (type: StepType) => void }) {
  const text = useText(messages);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text("history.add")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {STEP_TYPES.map((type) => (
          <MenuItem
            key={type}
            onClick={() => {
              close();
              onAdd(type);
            }}
          >
            <ListItemIcon>
              <StepIcon type={type} />
            </ListItemIcon>
            <ListItemText primary={text(`kinds.${type}`)} secondary={text(`kindHints.${type}`)} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

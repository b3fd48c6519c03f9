import AccountIcon from "@mui/icons-material/AccountCircleOutlined";
import TrashIcon from "@mui/icons-material/DeleteOutlined";
import ContractIcon from "@mui/icons-material/DescriptionOutlined";
import LogoutIcon from "@mui/icons-material/LogoutOutlined";
import SettingsIcon from "@mui/icons-material/ManageAccountsOutlined";
import { Box, Divider, IconButton, ListItemIcon, Menu, MenuItem, Tooltip, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useText } from "../i18n/use-text.js";
import { TRASH_PATH } from "../routing/paths.js";
import { useSessionUser } from "../routing/session.js";
import { useLogOut } from "../routing/use-log-out.js";
import { messages } from "./messages.js";

export function AccountMenu() {
  const text = useText(messages);
  const logOut = useLogOut();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={text("account.menu")}>
        <IconButton
          aria-label={text("account.menu")}
          aria-haspopup="menu"
          color="inherit"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <AccountIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { subheader: <AccountName /> } }}>
        <MenuItem component={Link} to="/account/settings" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <SettingsIcon fontSize="small" />
          </ListItemIcon>
          {text("account.settings")}
        </MenuItem>
        <MenuItem component={Link} to="/account/contract" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <ContractIcon fontSize="small" />
          </ListItemIcon>
          {text("account.contract")}
        </MenuItem>
        <MenuItem component={Link} to={TRASH_PATH} onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <TrashIcon fontSize="small" />
          </ListItemIcon>
          {text("account.trash")}
        </MenuItem>
        <MenuItem onClick={() => void logOut()}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {text("account.logout")}
        </MenuItem>
      </Menu>
    </>
  );
}

/** Stands above the items. As the first item of the menu it would take the focus that the arrow keys move. */
function AccountName() {
  const text = useText(messages);
  const user = useSessionUser();
  return (
    <>
      <Box component="li" sx={{ px: 2, py: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{user.username}</Typography>
        <Typography variant="body2" color="text.secondary">
          {text(`account.${user.auth}`)}
        </Typography>
      </Box>
      <Divider component="li" />
    </>
  );
}

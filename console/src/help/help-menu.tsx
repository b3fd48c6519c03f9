import { Divider, Menu, MenuItem, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link, matchPath, useLocation } from "react-router-dom";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useText } from "../i18n/use-text.js";
import { guidePath } from "../routing/guide-pages.js";
import { useScreens } from "../routing/screens-context.js";
import { messages } from "./messages.js";
import { ShortcutsDialog } from "./shortcuts-dialog.js";

interface HelpMenuProps {
  /** Button that the menu belongs to; null while the menu is closed. */
  anchor: HTMLElement | null;
  shortcuts: boolean;
  onClose(): void;
  onShortcuts(open: boolean): void;
}

/** Where to find help. Whom to ask is in the menu where the installation's settings name somebody. */
export default function HelpMenu({ anchor, shortcuts, onClose, onShortcuts }: HelpMenuProps) {
  const text = useText(messages);
  const api = useApi();
  const { pathname } = useLocation();
  const { data } = useApiQuery(["help"], (signal) => api.help(signal));
  const screen = useScreens().find(({ path }) => matchPath(path, pathname) !== null);
  const to = (page: Parameters<typeof guidePath>[0]) => ({ component: Link, to: guidePath(page), onClick: onClose });
  const place = data ? text("mail.place", { address: window.location.href, version: data.version }) : "";
  const mail = (subject: string) => `mailto:${data?.contact_email}?${mailQuery(subject, `\n\n${place}`)}`;
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        {screen ? <MenuItem {...to(screen.guide)}>{text("screen")}</MenuItem> : null}
        <MenuItem {...to("first-model")}>{text("guide")}</MenuItem>
        <MenuItem {...to("whats-new")}>
          {text("whatsNew")}
          <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 1 }}>
            {data?.version}
          </Typography>
        </MenuItem>
        <ExternalItem href="./docs" onClose={onClose}>
          {text("api")}
        </ExternalItem>
        <MenuItem
          onClick={() => {
            onClose();
            onShortcuts(true);
          }}
        >
          {text("shortcuts")}
        </MenuItem>
        {data?.contact_url || data?.contact_email ? <Divider component="li" /> : null}
        {data?.contact_url || data?.contact_email ? (
          <ExternalItem href={data.contact_url ?? mail(text("mail.question"))} onClose={onClose}>
            {text("contact")}
          </ExternalItem>
        ) : null}
        {data?.contact_email ? (
          <ExternalItem href={mail(text("mail.feedback"))} onClose={onClose}>
            {text("feedback")}
          </ExternalItem>
        ) : null}
      </Menu>
      <ShortcutsDialog open={shortcuts} onClose={() => onShortcuts(false)} />
    </>
  );
}

function ExternalItem({ href, onClose, children }: { href: string; onClose(): void; children: ReactNode }) {
  return (
    <MenuItem component="a" href={href} target="_blank" rel="noopener" onClick={onClose}>
      {children}
    </MenuItem>
  );
}

/** RFC 6068: blanks are %20, not plus signs. */
function mailQuery(subject: string, body: string): string {
  return `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

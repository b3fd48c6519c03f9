import { Box, Link } from "@mui/material";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { CompanionBanner } from "../companion/banner.js";
import { UploadsProvider } from "../file-upload/uploads-context.js";
import { useText } from "../i18n/use-text.js";
import { Chunk } from "../routing/chunk.js";
import { lazyChunk } from "../routing/load-chunk.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";
import { StorageBanner } from "./storage-banner.js";
import { TopBar } from "./top-bar.js";
import { WorkNotifier } from "./work-notifier.js";

const ShareNotifier = lazyChunk(() => import("./share-notifier.js"));
const ContractBanner = lazyChunk(() => import("../restrictions/contract-banner.js"));

/** Top bar and the screen. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const text = useText(messages);
  const { contract_stage } = useSessionUser();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <UploadsProvider>
      <Link
        component="button"
        onClick={() => main.current?.focus()}
        sx={{ position: "fixed", top: -64, left: 8, zIndex: "tooltip", bgcolor: "background.paper", p: 1, "&:focus": { top: 8 } }}
      >
        {text("skip")}
      </Link>
      <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh", bgcolor: "background.default", color: "text.primary" }}>
        <TopBar />
        <StorageBanner />
        <Chunk>{contract_stage === "normal" ? null : <ContractBanner />}</Chunk>
        <CompanionBanner />
        <WorkNotifier />
        <Chunk>
          <ShareNotifier />
        </Chunk>
        <Box component="main" ref={main} tabIndex={-1} sx={{ flexGrow: 1, minHeight: 0, overflow: "auto", outline: "none" }}>
          {children}
        </Box>
      </Box>
    </UploadsProvider>
  );
}

/** Focuses `main` when a link has led to another place and is gone itself, so that Tab goes on there. */
function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const way = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has a key
  useLayoutEffect(() => {
    if (way === "PUSH" && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [key, way, main]);
}

import { FILTER_TEXT_LENGTH } from "@agatha/contracts/kinds/limits";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import SearchIcon from "@mui/icons-material/Search";
import { Autocomplete, Box, IconButton, InputAdornment, Popover, TextField, Typography } from "@mui/material";
import { type Ref, useCallback, useDeferredValue, useRef, useState } from "react";
import { useDataProvider } from "react-admin";
import { useNavigate } from "react-router-dom";
import { useApiQuery } from "../api/use-api-query.js";
import { useText } from "../i18n/use-text.js";
import { datasetPath, modelPath } from "../routing/paths.js";
import { messages } from "./messages.js";
import { useShortcut } from "./use-shortcut.js";

interface SearchResult {
  id: string;
  kind: "dataset" | "model";
  label: string;
  address: string;
}

const MAX_RESULTS = 8;

/** Opens a dataset or a model by name. On a phone an icon opens the field, and so does Ctrl+K or Cmd+K. */
export function Search({ narrow }: { narrow: boolean }) {
  const text = useText(messages);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const open = useCallback(() => (button.current ? setAnchor(button.current) : field.current?.focus()), []);
  useShortcut("k", open);
  if (!narrow) return <SearchField inputRef={field} />;
  return (
    <>
      <IconButton
        ref={button}
        aria-label={text("search.label")}
        aria-haspopup="dialog"
        color="inherit"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SearchIcon fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "center" }}
        slotProps={{ paper: { role: "dialog", "aria-label": text("search.label"), sx: { overflow: "visible" } } }}
      >
        <Box sx={{ p: 1 }}>
          <SearchField autoFocus onDone={() => setAnchor(null)} />
        </Box>
      </Popover>
    </>
  );
}

interface SearchFieldProps {
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onDone?: () => void;
}

function SearchField({ autoFocus = false, inputRef, onDone }: SearchFieldProps) {
  const text = useText(messages);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const hits = useSearchResults(useDeferredValue(typed.trim()), open);
  return (
    <Autocomplete<SearchResult>
      size="small"
      sx={{ width: { xs: 300, md: 260 } }}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={hits.data ?? []}
      loading={hits.isLoading}
      loadingText="…"
      noOptionsText={text("search.none")}
      filterOptions={(options) => options}
      // Renders the list beside the field so that it lies in the same landmark.
      disablePortal
      slotProps={{ paper: { variant: "elevation", elevation: 8 } }}
      renderOption={({ key: _key, ...props }, hit) => (
        <Box component="li" {...props} key={`${hit.kind} ${hit.id}`}>
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>{hit.label}</Box>
          <Typography variant="caption" color="text.secondary" sx={{ pl: 1, flexShrink: 0 }}>
            {text(`search.${hit.kind}`)}
          </Typography>
        </Box>
      )}
      getOptionLabel={(hit) => hit.label}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      value={null}
      inputValue={typed}
      onInputChange={(_event, value, reason) => setTyped(reason === "input" ? value : "")}
      onChange={(_event, hit) => {
        if (!hit) return;
        void navigate(hit.address);
        onDone?.();
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus={autoFocus}
          inputRef={inputRef}
          placeholder={text("search.short")}
          slotProps={{
            htmlInput: { ...params.inputProps, maxLength: FILTER_TEXT_LENGTH, "aria-label": text("search.label") },
            input: {
              ...params.InputProps,
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    />
  );
}

/** The newest datasets and models whose name contains the typed text. */
function useSearchResults(typed: string, open: boolean) {
  const text = useText(messages);
  const dataProvider = useDataProvider();
  const first = { pagination: { page: 1, perPage: MAX_RESULTS }, filter: typed === "" ? {} : { q: typed } };
  return useApiQuery<SearchResult[]>(
    ["search", typed],
    async (signal) => {
      const [datasets, models] = await Promise.all([
        dataProvider.getList<DatasetAnswer>("datasets", { ...first, sort: { field: "updated_at", order: "DESC" }, signal }),
        dataProvider.getList<ModelAnswer>("models", { ...first, sort: { field: "model_created_at", order: "DESC" }, signal }),
      ]);
      return [
        ...datasets.data.map(({ id, title, product_type }) => searchResult("dataset", id, title, datasetPath(id, product_type))),
        ...models.data.map(({ id, title, dataset_id, dataset_title, dataset_product_type }) =>
          searchResult(
            "model",
            id,
            text("search.modelOf", { model: title, dataset: dataset_title }),
            modelPath(dataset_id, id, dataset_product_type),
          ),
        ),
      ];
    },
    { enabled: open, keepPreviousAnswer: true },
  );
}

function searchResult(kind: SearchResult["kind"], id: string, label: string, address: string): SearchResult {
  return { kind, id, label, address };
}

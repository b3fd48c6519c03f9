import type { Translation } from "../../i18n/messages.js";
import { title } from "./title.js";

export const en = {
  ...title.en,
  heading: "Datasets",
  trash: "Trash",
  drop: {
    title: "Drop tables here",
    titleOnPhone: "Upload tables",
    hint: "One or more .csv, .xlsx or .xls files with the names of the columns in the first line",
    choose: "Choose files",
    product: "Product",
    help: "What should a file look like?",
    helpHeader: "The first line names the columns. Each name must occur only once, and must not be __id__ or __one__.",
    helpCsv:
      "CSV: comma, semicolon, tab or another delimiter, decimal point or comma, any common encoding (UTF-8, UTF-16, Big5, GB18030, Shift_JIS, Latin-1). What is found can be corrected afterwards.",
    helpExcel: "Excel: the first sheet is read, with the values of its formulas.",
    helpRows: "Up to 10,000 rows are used. Of a longer table you choose which: random, from the beginning, the middle or the end.",
  },
  sending: {
    unreadable: "{{name}} could not be read",
    title: "Files on their way",
    sent: "Uploaded as {{name}}",
    open: "Open {{name}}",
  },
  filter: {
    product: "Product",
    name: "Filter by name",
    state: "Status",
    anyState: "Any status",
    busy: "In progress",
    ready: "Ready",
    failed: "Failed",
    ownership: "Ownership",
    anyOwnership: "Any",
    mine: "Mine",
    sharedWithMe: "Shared with me",
    sort: "Sort by",
  },
  columns: {
    title: "Name",
    product_type: "Product",
    total_rows: "Rows",
    column_count: "Columns",
    status: "Status",
    owner_name: "Owner",
    updated_at: "Modified",
    actions: "Actions",
  },
  list: {
    failed: "The datasets could not be loaded",
    empty: "No dataset yet",
    emptyHint: "Upload a table above, or try the sample on the home page.",
    none: "No dataset matches",
    noneHint: "Change or clear the filters.",
    clear: "Clear the filters",
  },
  rename: {
    action: "Rename {{name}}",
    label: "New name of {{name}}",
    save: "Save the name",
    cancel: "Keep the old name",
    rule: "Must not be blank, and have at most {{max}} characters",
    done: "Renamed to {{name}}",
  },
  remove: { action: "Delete {{name}}", done: "{{name}} was deleted" },
};

export type Shape = Translation<typeof en>;

import type { SourceFormat } from "@agatha/contracts";
import type { DatasetAnswer, FilePreview, ReadingFields } from "@agatha/contracts/wire";
import { useMemo } from "react";
import { useApi } from "../api/services.js";

/** How a file is to be read: of a dataset's file, also the time zone of its times. */
export type ReadingChoice = ReadingFields & { timezone?: string };

/** A file that can be read in several ways. */
export interface ReadSource {
  /** Name of the file or dataset. */
  name: string;
  format: SourceFormat;
  /** How the file is read at present, as far as it is known. */
  options: ReadingFields;
  /** Time zone of times without an offset; absent where none can be chosen. */
  timezone?: string;
  /** Tells this file from others and from its other readings. */
  key: string;
  preview(options: ReadingChoice, signal: AbortSignal): Promise<FilePreview>;
}

/** Beginning of a text file that the server reads for a preview. One byte more shows it that the file goes on. */
const PREVIEW_BYTES = 256 * 1024 + 1;

/** Returns a file that this window holds. Its name must have one of the accepted extensions. */
export function useFileSource(file: File, options: ReadingFields): ReadSource {
  const api = useApi();
  return useMemo(() => {
    const format = file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase() as SourceFormat;
    const sent = format === "csv" ? file.slice(0, PREVIEW_BYTES) : file;
    return {
      name: file.name,
      format,
      options,
      key: `${file.name} ${file.size} ${file.lastModified}`,
      preview: (chosen, signal) => api.previewUpload(sent, file.name, { ...options, ...chosen }, signal),
    };
  }, [api, file, options]);
}

/** Returns the file of a dataset. */
export function useDatasetSource(dataset: DatasetAnswer): ReadSource {
  const api = useApi();
  const { id, title, format, header, skip_rows, sheet, timezone, updated_at } = dataset;
  return {
    name: title,
    format,
    options: { header, skip_rows, ...(sheet !== null && { sheet }) },
    timezone,
    key: `${id} ${updated_at}`,
    preview: (chosen, signal) => api.previewDataset(id, chosen, signal),
  };
}

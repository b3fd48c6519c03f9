import type { TextEncoding } from "@agatha/contracts";
import { FILE_FAULTS, type FileFault, type FileFaultName } from "@agatha/contracts/errors/file-faults";
import { Typography } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { ENCODINGS } from "./encodings.js";
import { messages } from "./messages.js";

interface FileProblemProps {
  /** The server's English text, for problems without a fault. */
  message: string;
  fault?: FileFault | null | undefined;
}

/** Says in the current language what is wrong with a file, and in which line and column. */
export function FileProblem({ message, fault }: FileProblemProps) {
  const sentence = useFaultText()(fault);
  if (sentence === null)
    return (
      <Typography lang="en" variant="body2">
        {message}
      </Typography>
    );
  return (
    <Typography component="div" variant="body2">
      {sentence}
      {fault?.values.excerpt ? (
        <Typography component="code" variant="body2" sx={{ display: "block", fontFamily: "monospace", overflowWrap: "anywhere" }}>
          {fault.values.excerpt}
        </Typography>
      ) : null}
    </Typography>
  );
}

/**
 * Returns a function that describes a fault in one sentence. The sentence begins with a capital letter unless it follows a place. The
 * function returns null without a fault, and for a fault that this version does not know.
 */
export function useFaultText(): (fault: FileFault | null | undefined) => string | null {
  const text = useText(messages);
  return (fault) => {
    if (!fault || !Object.hasOwn(FILE_FAULTS, fault.name)) return null;
    const name = fault.name as FileFaultName;
    const { line, encoding, inSheet: sheet } = fault.values;
    const sentence = text(`faults.${name}`, { ...fault.values, encoding: ENCODINGS[encoding as TextEncoding] ?? encoding });
    const inLine = line ? text("inLine", { line, sentence }) : sentence;
    if (sheet) return text("inSheet", { sheet, sentence: inLine });
    if (line) return inLine;
    return /^[a-z]/.test(FILE_FAULTS[name]) ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : sentence;
  };
}

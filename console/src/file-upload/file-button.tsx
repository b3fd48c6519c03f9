import { Button, type ButtonProps } from "@mui/material";
import { useRef } from "react";
import { TABLE_EXTENSIONS } from "./file-extensions.js";

interface FileButtonProps extends Pick<ButtonProps, "variant" | "color" | "size"> {
  label: string;
  multiple?: boolean;
  onFiles: (files: FileList | null) => void;
}

/** Button that opens the file dialog. */
export function FileButton({ label, multiple = false, onFiles, variant = "contained", ...buttonProps }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} {...buttonProps} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        accept={TABLE_EXTENSIONS.join(",")}
        aria-label={label}
        onChange={(event) => {
          onFiles(event.target.files);
          // Otherwise the same file could not be chosen again after a failure.
          event.target.value = "";
        }}
      />
    </>
  );
}

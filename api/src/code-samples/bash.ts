import { jsonBody, type SampleRequest } from "./sample-request.js";

/** The here-document is quoted, so that the shell does not expand it. */
export const bash = (call: SampleRequest): string => `#!/usr/bin/env bash
set -euo pipefail

body() {
  cat <<'JSON'
${jsonBody(call)}
JSON
}

accepted=$(body | curl --silent --show-error --fail --header 'Content-Type: application/json' --data-binary @- '${call.url}')
link=$(sed -n 's/.*"link":"\\([^"]*\\)".*/\\1/p' <<<"$accepted")

answer=$(curl --silent --show-error --fail "$link")
while [[ $answer == *'"status":"init"'* ]]; do
  sleep 3
  answer=$(curl --silent --show-error --fail "$link")
done
echo "$answer"
`;

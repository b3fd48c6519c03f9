import { jsonBody, type SampleRequest } from "./sample-request.js";

/** The here-document is quoted, so that the shell does not expand it. */
export const bash = (call: SampleRequest): string => `#!/usr/bin/env bash
# curl 7.76 or newer
set -euo pipefail

body() {
  cat <<'JSON'
${jsonBody(call)}
JSON
}

# Prints the answer. A refusal goes to the standard error, with its reason.
call() {
  local answer
  answer=$(curl --silent --show-error --fail-with-body "$@") || { echo "$answer" >&2; return 1; }
  echo "$answer"
}

accepted=$(body | call --header 'Content-Type: application/json' --data-binary @- '${call.url}')
link=$(sed -n 's/.*"link":"\\([^"]*\\)".*/\\1/p' <<<"$accepted")

answer=$(call "$link")
while [[ $answer == *'"status":"init"'* ]]; do
  sleep 3
  answer=$(call "$link")
done
echo "$answer"
`;

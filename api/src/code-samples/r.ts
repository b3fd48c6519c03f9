import { periodsField, quoteString, rowLines, rowsOr, type SampleRequest } from "./sample-request.js";

export const r = (call: SampleRequest): string => `# R 4.1 or newer, with install.packages(c("httr2", "jsonlite"))
library(httr2)

url <- ${quoteString(call.url)}
token <- ${quoteString(call.token)}

rows <- list(${rowsOr("", call, `\n  list(\n${rowLines(call, "    ", { separator: "=" })}\n  )\n`)})

# An error shows the reason of the refusal.
reason_of <- function(response) resp_body_string(response)
request_to <- function(address) req_error(request(address), body = reason_of)

answer_at <- function(link) {
  resp_body_json(req_perform(request_to(link)))$data
}

accepted <- request_to(url) |>
  req_body_json(list(${call.field} = token, ${periodsField(call, "periods =")}data = rows)) |>
  req_perform() |>
  resp_body_json()
answer <- answer_at(accepted$link)
while (answer$status == "init") {
  Sys.sleep(3)
  answer <- answer_at(accepted$link)
}
cat(jsonlite::toJSON(answer, auto_unbox = TRUE, digits = NA, null = "null"), "\\n")
`;

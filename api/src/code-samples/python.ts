import { periodsField, quoteString, rowLines, rowsOr, type SampleRequest } from "./sample-request.js";

export const python = (call: SampleRequest): string => `# Python 3.8 or newer
import json
import time
import urllib.error
import urllib.request

URL = ${quoteString(call.url)}
TOKEN = ${quoteString(call.token)}

rows = ${rowsOr("[]", call, `[\n    {\n${rowLines(call, "        ", { lastComma: true })}\n    },\n]`)}


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode("utf-8")
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(f"{refusal.code} {refusal.read().decode()}")


link = call(URL, {${quoteString(call.field)}: TOKEN, ${periodsField(call, '"periods":')}"data": rows})["link"]
answer = call(link)["data"]
while answer["status"] == "init":
    time.sleep(3)
    answer = call(link)["data"]
print(json.dumps(answer))
`;

import { type ExampleCall, quoted, rowLines } from "./call.js";

export const python = (call: ExampleCall): string => `# Python 3.8 or newer
import json
import time
import urllib.request

URL = ${quoted(call.url)}
TOKEN = ${quoted(call.token)}

rows = [
    {
${rowLines(call, "        ", { lastComma: true })}
    },
]


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode("utf-8")
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


link = call(URL, {${quoted(call.field)}: TOKEN, "data": rows})["link"]
answer = call(link)["data"]
while answer["status"] == "init":
    time.sleep(3)
    answer = call(link)["data"]
print(json.dumps(answer))
`;

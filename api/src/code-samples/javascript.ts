import { periodsField, quoteString, rowLines, rowsOr, type SampleRequest } from "./sample-request.js";

/** A computed key, because a plain "__proto__" in an object literal sets the prototype (ECMAScript, B.3.1). */
const computedProtoKey = (lines: string): string => lines.replace(/^(\s*)"__proto__":/m, '$1["__proto__"]:');

export const javascript = (call: SampleRequest): string => `// Node.js 18 or newer: node predict.js
const url = ${quoteString(call.url)};
const token = ${quoteString(call.token)};

const rows = ${rowsOr("[]", call, `[\n  {\n${computedProtoKey(rowLines(call, "    ", { lastComma: true }))}\n  },\n]`)};

async function call(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  return response.json();
}

async function main() {
  const { link } = await call(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ${call.field}: token, ${periodsField(call, "periods:")}data: rows }),
  });
  let answer = (await call(link)).data;
  while (answer.status === "init") {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    answer = (await call(link)).data;
  }
  console.log(JSON.stringify(answer));
}

main();
`;

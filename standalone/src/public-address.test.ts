import { allowedOrigin, originsByHost } from "@agatha/api/http/public-url";
import { publicOrigin, publicUrlHint } from "./public-address.js";

const PUBLIC = ["https://agatha.example.com", "http://192.168.1.5:8080"];
const until = (example: string) => `refused until AGATHA_PUBLIC_URL has the address that people open, such as ${example}`;
const OTHERS = `Other machines are ${until("http://agatha.example.com:8080")}`;
const ALL = `Every request is ${until("http://192.168.1.5:8080")}`;

test.each<[string, string, string[], string, string | undefined]>([
  ["this machine alone is served", "127.0.0.1", [], "http://127.0.0.1:8080", undefined],
  ["a name stands for this machine", "localhost", [], "http://localhost:8080", undefined],
  ["the address is one of IPv6", "::1", [], "http://[::1]:8080", undefined],
  ["all addresses are listened on", "0.0.0.0", [], "http://localhost:8080", OTHERS],
  ["all addresses of IPv6 are listened on", "::", [], "http://localhost:8080", OTHERS],
  ["one address of a network is listened on", "192.168.1.5", [], "http://192.168.1.5:8080", ALL],
  ["public addresses are set", "0.0.0.0", PUBLIC, "https://agatha.example.com", undefined],
])("the address to open, and what to set for others, when %s", (_when, HOST, publicUrls, expected, hint) => {
  const addresses = { HOST, AGATHA_PUBLIC_URL: publicUrls };
  expect(publicOrigin(addresses, 8080)).toBe(expected);
  expect(publicUrlHint(addresses, 8080)).toBe(hint);
});

test.each(["127.0.0.1", "::1", "0.0.0.0", "::"])("the server that listens on %s does not refuse the address to open", (HOST) => {
  for (const publicUrls of [[], PUBLIC]) {
    const origin = publicOrigin({ HOST, AGATHA_PUBLIC_URL: publicUrls }, 8080);
    expect(allowedOrigin({ publicOrigins: originsByHost(publicUrls) }, new URL(origin).host, new URL(origin).protocol.slice(0, -1))).toBe(
      origin,
    );
  }
});

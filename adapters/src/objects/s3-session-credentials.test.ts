import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { StoreRefusal, Unavailable } from "@agatha/contracts";
import { createS3SessionCredentials } from "./s3-session-credentials.js";

const DAY = 86_400;
const LONGER = "The requested DurationSeconds exceeds the MaxSessionDuration set for this role.";
const FORBIDDEN = "User: arn:aws:iam::1:user/a is not authorized to perform: sts:AssumeRole";

/** Answers of Amazon's security token service (AWS STS API reference, AssumeRole and Common errors). */
const refusal = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`;
const CREDENTIALS = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>key</AccessKeyId>
<SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2030-05-01T08:00:00Z</Expiration></Credentials>
</AssumeRoleResult></AssumeRoleResponse>`;

describe("credentials of a session", () => {
  let server: Server;
  /** What the service is asked. */
  let asked: URLSearchParams[];
  let answer: (asked: URLSearchParams) => string;

  const open = (roleArn: string) => {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const place = { endpoint, region: "us-east-1", bucket: "agatha", accessKey: "user", secretKey: "password" };
    return createS3SessionCredentials({ ...place, roleArn })({ reads: ["uploads/a"], prefix: "models/m", seconds: DAY });
  };

  beforeEach(async () => {
    asked = [];
    answer = () => CREDENTIALS;
    server = createServer(async (request, response) => {
      const query = new URLSearchParams(await text(request));
      asked.push(query);
      const body = answer(query);
      response.writeHead(body === CREDENTIALS ? 200 : 400).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test("last an hour if the role allows no more", async () => {
    answer = (query) => (Number(query.get("DurationSeconds")) > 3600 ? refusal("ValidationError", LONGER) : CREDENTIALS);
    expect(await open("arn:aws:iam::1:role/a")).toEqual({ accessKey: "key", secretKey: "secret", sessionToken: "token" });
    expect(asked.map((query) => query.get("DurationSeconds"))).toEqual(["43200", "3600"]);
  });

  test.each(["aws", "aws-cn", "aws-us-gov"])("have a policy for buckets of the role's partition: %s", async (partition) => {
    await open(`arn:${partition}:iam::1:role/a`);
    const policy = asked[0]!.get("Policy")!;
    expect(policy).toContain(`"arn:${partition}:s3:::agatha/models/m/*"`);
    expect(new Set(policy.match(/arn:[^:]*/g))).toEqual(new Set([`arn:${partition}`]));
  });

  test("that are refused are told in the service's words", async () => {
    answer = () => refusal("AccessDenied", FORBIDDEN);
    const error = await open("arn:aws:iam::1:role/a").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreRefusal);
    expect((error as Error).message).toContain(`(AccessDenied: ${FORBIDDEN})`);
    expect(asked).toHaveLength(1);
  });

  test("that are refused for a signature are told without the service's words, which have the time", async () => {
    answer = () => refusal("SignatureDoesNotMatch", "Signature expired: 20240501T080000Z is now earlier than 20240501T080500Z");
    const error = await open("arn:aws:iam::1:role/a").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreRefusal);
    expect((error as Error).message).toContain("refuses credentials for a job (SignatureDoesNotMatch). Ask");
  });

  test.each([
    ["MinIO, which is starting (cmd/sts-errors.go),", "STSNotInitialized", "STS API not initialized, please try again."],
    ["MinIO with a failure of its own", "InternalError", "We encountered an internal error, please try again."],
    ["Amazon with a failure of its own", "InternalFailure", "The request processing has failed."],
    ["Amazon that is overloaded", "ServiceUnavailable", "The request has failed due to a temporary failure of the server."],
    ["Amazon with too many requests", "Throttling", "Rate exceeded"],
  ])("wait for %s", async (_service, code, message) => {
    answer = () => refusal(code, message);
    const error = await open("arn:aws:iam::1:role/a").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Unavailable).service).toBe("security token service");
    expect(error).not.toBeInstanceOf(StoreRefusal);
  });

  test("wait for a service that does not answer as one", async () => {
    answer = () => "<html>";
    const error = await open("arn:aws:iam::1:role/a").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Unavailable).service).toBe("security token service");
    expect(error).not.toBeInstanceOf(StoreRefusal);
  });
});

import { jsonBody, quoteString, type SampleRequest } from "./sample-request.js";

/** In a text block (JLS 3.10.6) a backslash starts an escape. Three quotes in a row do not occur in JSON. */
const textBlock = (json: string, indent: string): string => json.replaceAll("\\", "\\\\").replace(/^/gm, indent);

export const java = (call: SampleRequest): string => `// Java 17 or newer: java Predict.java
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Predict {
    static final URI ADDRESS = URI.create(${quoteString(call.url)});
    static final String BODY = """
${textBlock(jsonBody(call), "            ")}
            """;
    static final Pattern LINK = Pattern.compile("\\"link\\"\\\\s*:\\\\s*\\"([^\\"]+)\\"");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static String send(HttpRequest request) throws Exception {
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    public static void main(String[] args) throws Exception {
        String accepted = send(HttpRequest.newBuilder(ADDRESS)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build());
        Matcher link = LINK.matcher(accepted);
        if (!link.find()) {
            throw new IllegalStateException(accepted);
        }
        HttpRequest get = HttpRequest.newBuilder(URI.create(link.group(1))).build();
        String answer = send(get);
        while (answer.contains("\\"status\\":\\"init\\"")) {
            Thread.sleep(3000);
            answer = send(get);
        }
        System.out.println(answer);
    }
}
`;

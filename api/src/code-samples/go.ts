import { periodsField, quoteString, rowLines, rowsOr, type SampleRequest } from "./sample-request.js";

export const go = (call: SampleRequest): string => `// Go 1.18 or newer: go run predict.go
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

const (
	url   = ${quoteString(call.url)}
	token = ${quoteString(call.token)}
)

var rows = []map[string]any{${rowsOr("", call, `\n\t{\n${rowLines(call, "\t\t", { lastComma: true })}\n\t},\n`)}}

// read decodes the body of a successful response.
func read(response *http.Response, err error, into any) {
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s", response.Status, body)
	}
	if err := json.Unmarshal(body, into); err != nil {
		log.Fatal(err)
	}
}

func main() {
	body, err := json.Marshal(map[string]any{${quoteString(call.field)}: token, ${periodsField(call, '"periods":')}"data": rows})
	if err != nil {
		log.Fatal(err)
	}
	var accepted struct{ Link string }
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	read(response, err, &accepted)

	for {
		var answer struct{ Data map[string]any }
		response, err := http.Get(accepted.Link)
		read(response, err, &answer)
		if answer.Data["status"] != "init" {
			text, _ := json.Marshal(answer.Data)
			fmt.Println(string(text))
			return
		}
		time.Sleep(3 * time.Second)
	}
}
`;

// Command gotest reads `go test -json`, prints what failed or was skipped, and closes with the counts.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type event struct {
	Action, Package, Test, Output string
}

func main() {
	passed, failed, skipped, err := summarize(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if failed > 0 {
		os.Exit(1)
	}
}

// summarize counts tests and subtests; a package that fails without a failing test (it does not build, or panics)
// counts as one failure.
func summarize(in io.Reader, out io.Writer) (passed, failed, skipped int, err error) {
	output := map[string]*strings.Builder{}
	failedIn := map[string]int{}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return 0, 0, 0, fmt.Errorf("not a line of go test -json: %s", lines.Text())
		}
		key := e.Package + " " + e.Test
		switch {
		case e.Action == "output" || e.Action == "build-output":
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
		case e.Test == "" && e.Action == "fail" && failedIn[e.Package] == 0:
			failed++
			fmt.Fprintf(out, "FAIL %s\n%s", e.Package, text(output[key]))
		case e.Test == "":
		case e.Action == "pass":
			passed++
		case e.Action == "fail":
			failed++
			failedIn[e.Package]++
			fmt.Fprintf(out, "FAIL %s\n%s", key, text(output[key]))
		case e.Action == "skip":
			skipped++
			fmt.Fprintf(out, "SKIP %s\n%s", key, text(output[key]))
		}
	}
	return passed, failed, skipped, lines.Err()
}

func text(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	return b.String()
}

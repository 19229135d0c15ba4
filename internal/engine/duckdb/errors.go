package duckdb

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// failure is an error of DuckDB as the setting errors_as_json writes it.
type failure struct {
	Kind     string `json:"exception_type"`
	Message  string `json:"exception_message"`
	Position string `json:"position"` // in bytes, but for what the parser says
}

// explain makes DuckDB's error an engine.Error.
func explain(err error, text string) error {
	var e *libduckdb.Error
	if !errors.As(err, &e) {
		return err
	}
	return failureOf(e).explain(text)
}

func failureOf(e *libduckdb.Error) failure {
	if at := strings.IndexByte(e.Msg, '{'); at >= 0 {
		var read failure
		if json.Unmarshal([]byte(e.Msg[at:]), &read) == nil {
			return read
		}
	}
	return failure{Message: e.Msg}
}

// words are those that messages of ours would not have.
var words = strings.NewReplacer("INTEGER_LITERAL", "INTEGER", "STRING_LITERAL", "VARCHAR", " Function ", " function ",
	" Macro ", " macro ")

func (f failure) explain(text string) error {
	if out := cmp.Or(f.outside(text), f.extension(text)); out != nil {
		return out
	}
	if f.Kind == "Out of Memory" {
		return &engine.Error{Msg: "this takes more memory than a scratch database has", Offset: f.place(text),
			Hint: "look for what has no end, or write fewer rows of TESTDATA; " + memoryVariable +
				"=16GB allows more than " + defaultMemory}
	}
	first, more, _ := strings.Cut(words.Replace(f.Message), "\n")
	out := &engine.Error{Msg: first, Offset: f.place(text)}
	if msg, advice, ok := strings.Cut(first, ". "); ok { // the first sentence says what, the rest what to do
		out.Msg, more = msg, advice+"\n"+more
	}
	out.Msg = lowered(strings.TrimRight(strings.TrimSpace(out.Msg), ".!"))
	out.Hint = hintOf(more)
	if m := noSchema().FindStringSubmatch(first); m != nil && out.Hint == "" {
		out.Hint = fmt.Sprintf("where the program attaches %[1]s, a TESTDATA has its tables for the analysis: "+
			"CREATE SCHEMA %[1]s; CREATE TABLE %[1]s.%[2]s (…)", quoteName(m[2]), m[1])
	}
	return out
}

var noSchema = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^Table with name "(?:[^"]*\.)?([^".]+)" does not exist because schema "([^"]+)"`)
})

// outside tells what to do about files that cannot be read here.
func (f failure) outside(text string) error {
	const disabled = " - file system operations are disabled by configuration"
	switch {
	case below.MatchString(f.Message): // DuckDB takes a source that is not there for a folder
		path := below.FindStringSubmatch(f.Message)[1]
		return &engine.Error{Msg: "there is no file " + path, Offset: f.place(text), Hint: missingFile}
	case strings.Contains(f.Message, disabled) ||
		slices.ContainsFunc(unopened, func(msg string) bool { return strings.HasPrefix(f.Message, msg) }):
		msg := strings.TrimSuffix(f.Message, disabled)
		if strings.Contains(msg, "://") {
			return &engine.Error{Msg: lowered(msg) + ": sqg reads nothing from another machine", Offset: f.place(text),
				Forbidden: true,
				Hint:      "name it under sources: in sqg.yaml with a local sample: of the same columns, and write ${sources_name}; or leave the path to the program: read_csv(${path}), with @set path = 'data/sample.csv'"}
		}
		return &engine.Error{Msg: lowered(msg) + ": only the file sources of sqg.yaml can be read",
			Offset: f.place(text), Forbidden: true,
			Hint: "add the file to sources: in sqg.yaml and write ${sources_name} in place of its path; or leave the path to the program: read_csv(${path}), with a sample of its columns, @set path = 'data/sample.csv'"}
	case strings.Contains(f.Message, "does not support time travel"):
		return &engine.Error{Msg: "AT is for tables of a lake, which sqg analyses in a database of its own", Offset: f.place(text),
			Hint: "attach the lake as it was, (SNAPSHOT_VERSION 3) or (SNAPSHOT_TIME '2026-01-31'), and run the statement without AT"}
	case f.Kind == "IO" && strings.HasPrefix(f.Message, "No files found"):
		return &engine.Error{Msg: lowered(f.Message), Offset: f.place(text), Hint: missingFile}
	}
	return nil
}

// unopened are what spatial says when DuckDB does not open a file for it.
var unopened = []string{"Could not open GDAL dataset at: ", "Failed to open SHP file "}

const missingFile = "the file of a source must be there when sqg runs: its columns are read from it"

var below = regexp.MustCompile(`^Cannot access file "(.*)/\*\*/\*\.\w+"`)

// hintOf puts DuckDB's advice into one line.
func hintOf(advice string) string {
	var parts []string
	for _, line := range strings.Split(advice, "\n") {
		line = strings.TrimRight(strings.TrimSpace(line), ".!")
		switch label, rest, _ := strings.Cut(line, ":"); {
		case line == "":
		case label == "Candidate bindings" || label == "Candidate tables" || label == "Did you mean" ||
			label == "Candidate Entries":
			parts = append(parts, "did you mean "+strings.ReplaceAll(strings.Trim(rest, ": "), ", ", " or ")+"?")
		case label == "Candidate functions":
			parts = append(parts, "there is")
		case len(parts) > 0 && parts[len(parts)-1] == "there is":
			parts[len(parts)-1] += " " + line
		case len(parts) > 0 && strings.HasPrefix(parts[len(parts)-1], "there is "):
			parts[len(parts)-1] += ", " + line
		default:
			parts = append(parts, lowered(line))
		}
	}
	return strings.Join(parts, "; ")
}

// lowered is a sentence without its capital, but for names that are all capitals.
func lowered(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && (s[1] >= 'a' && s[1] <= 'z' || s[1] == ' ') {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

var named = regexp.MustCompile(`"([^"]+)"|(?:column|with name) (\w+) `)

// near has the word that the parser stops at.
var near = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^syntax error at or near "(.*)"`) })

// byteOf is where the nth character of a text begins.
func byteOf(text string, n int) int {
	for at := range text {
		if n == 0 {
			return at
		}
		n--
	}
	return len(text)
}

// place is the byte that an error is about: DuckDB says it, or it names something that stands in the text only once.
func (f failure) place(text string) int {
	first, _, _ := strings.Cut(f.Message, "\n")
	if at, err := strconv.Atoi(f.Position); err == nil && at >= 0 && at <= len(text) {
		if m := near().FindStringSubmatch(first); m != nil && !strings.HasPrefix(text[at:], m[1]) {
			at = byteOf(text, at) // the parser of 1.5 counts characters
		}
		if strings.Contains(first, "does not have a column named") { // it points to the table's name before it
			at = engine.Unqualified(text, at)
		}
		return at
	}
	names := named.FindAllStringSubmatch(first, -1)
	for i := len(names) - 1; i >= 0; i-- {
		found := regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(names[i][1]+names[i][2])+`\b`).FindAllStringIndex(text, 2)
		if len(found) == 1 {
			return found[0][0]
		}
	}
	return -1
}

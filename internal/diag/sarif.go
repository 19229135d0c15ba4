package diag

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
)

// homepage is where sqg comes from.
const homepage = "https://github.com/sqg-dev/sqg"

// SARIF is a log of the Static Analysis Results Interchange Format 2.1.0: of its schema, what sqg has to say.
type SARIF struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Columns     string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver struct {
		Name    string      `json:"name"`
		Version string      `json:"semanticVersion"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	} `json:"driver"`
}

type sarifRule struct {
	ID    Code         `json:"id"`
	Title sarifMessage `json:"shortDescription"`
	Help  string       `json:"helpUri"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	ExitCode      int                 `json:"exitCode"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifResult struct {
	Rule      Code            `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations"`
	Related   []sarifLocation `json:"relatedLocations,omitempty"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	} `json:"physicalLocation"`
	Message *sarifMessage `json:"message,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

// NewSARIF makes a log of a run. What belongs to no place is shown at the whole of config, the project's sqg.yaml, as
// viewers show nothing without a file. said is what is wrong with the run itself, or "".
func NewSARIF(version string, exit int, ds []Diagnostic, config, said string) SARIF {
	run := sarifRun{Columns: "unicodeCodePoints", Results: []sarifResult{}}
	driver := &run.Tool.Driver
	driver.Name, driver.Version, driver.URI = "sqg", version, homepage
	driver.Rules = []sarifRule{}
	for _, info := range Codes {
		if slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Code == info.Code }) {
			driver.Rules = append(driver.Rules, sarifRule{info.Code, sarifMessage{info.Title}, Docs(info.Code)})
		}
	}
	invocation := sarifInvocation{Successful: said == "", ExitCode: exit}
	if said != "" {
		invocation.Notifications = []sarifNotification{{Error.String(), sarifMessage{said}}}
	}
	run.Invocations = []sarifInvocation{invocation}
	for _, d := range ds {
		r := sarifResult{
			Rule: d.Code, RuleIndex: slices.IndexFunc(driver.Rules, func(r sarifRule) bool { return r.ID == d.Code }),
			Level:   d.Severity.String(),
			Message: sarifMessage{d.Msg}, Locations: []sarifLocation{sarifPlace(d.Span, config)},
		}
		if d.Hint != "" {
			r.Message.Text += ". Help: " + d.Hint
		}
		for _, n := range d.Notes {
			if n.Span.File == nil {
				r.Message.Text += "\n" + n.Msg
				continue
			}
			at := sarifPlace(n.Span, config)
			at.Message = &sarifMessage{n.Msg}
			r.Related = append(r.Related, at)
		}
		run.Results = append(run.Results, r)
	}
	return SARIF{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
}

func sarifPlace(s source.Span, otherwise string) (l sarifLocation) {
	p := placeOf(s)
	if p.File == "" {
		p.File = otherwise
	}
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{p.Line, p.Column, p.EndLine, p.EndColumn}
	}
	l.Physical.Artifact.URI = reference(p.File)
	return l
}

// reference is a path as a URI, relative where the path is.
func reference(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

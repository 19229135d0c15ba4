package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestMatcher: GitHub shows what sqg prints with --format line in place.
func TestMatcher(t *testing.T) {
	var m struct {
		ProblemMatcher []struct {
			Pattern []struct{ Regexp string }
		}
	}
	text, err := os.ReadFile("../action/matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(m.ProblemMatcher[0].Pattern[0].Regexp)
	lines, err := os.ReadFile("../../internal/diag/testdata/lines.golden")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		found := pattern.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if found == nil || found[4] == "" || found[5] == "" || found[6] == "" || strings.Contains(line, ".sql:") &&
			found[2] == "" {
			t.Errorf("%q: %q", line, found)
		}
	}
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{"1.2.3": "1.2.3", "1.2.3-rc.1": "1.2.3rc1", "1.2.3-beta.2": "1.2.3b2",
		"1.2": "", "v1.2.3": ""} {
		if got, _ := pythonVersion(version); got != want {
			t.Errorf("%s is %q", version, got)
		}
	}
}

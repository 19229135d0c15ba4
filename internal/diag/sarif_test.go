package diag

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sqg-dev/sqg/internal/golden"
)

// sarifRules is what the schema of SARIF 2.1.0 requires of the parts that sqg writes, and what viewers do beyond it.
const sarifRules = `{
  "type": "object", "required": ["version", "runs"],
  "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": {
    "type": "object", "required": ["tool", "results"],
    "properties": {
      "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
      "tool": {"required": ["driver"], "properties": {"driver": {"required": ["name", "rules"], "properties": {"rules": {
        "uniqueItems": true, "items": {"required": ["id"], "properties": {
          "helpUri": {"format": "uri"}, "shortDescription": {"$ref": "#/$defs/message"}}}}}}}},
      "invocations": {"items": {"required": ["executionSuccessful"], "properties": {
        "exitCode": {"type": "integer"}, "toolExecutionNotifications": {"items": {"$ref": "#/$defs/finding"}}}}},
      "results": {"items": {"$ref": "#/$defs/finding", "required": ["ruleId", "locations"], "properties": {
        "ruleIndex": {"type": "integer", "minimum": 0},
        "locations": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/location"}},
        "relatedLocations": {"items": {"$ref": "#/$defs/location", "required": ["message"]}}}}}}}}},
  "$defs": {
    "message": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}},
    "finding": {"required": ["message"], "properties": {
      "level": {"enum": ["none", "note", "warning", "error"]}, "message": {"$ref": "#/$defs/message"}}},
    "location": {"required": ["physicalLocation"], "properties": {"message": {"$ref": "#/$defs/message"}, "physicalLocation": {
      "required": ["artifactLocation"], "properties": {
        "artifactLocation": {"required": ["uri"], "properties": {"uri": {"format": "uri-reference", "minLength": 1}}},
        "region": {"required": ["startLine"], "additionalProperties": {"type": "integer", "minimum": 1}}}}}}
  }
}`

func TestSARIF(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(sarifRules)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, log := range map[string]SARIF{
		"sarif":       NewSARIF("1.0.0", 1, examples(), "sqg.yaml", ""),
		"sarif-usage": NewSARIF("1.0.0", 2, nil, "", "there is no command `x`"),
	} {
		text, err := json.MarshalIndent(log, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".golden"), string(text)+"\n")
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Error(name, err)
		}
	}
}

func TestReference(t *testing.T) {
	for path, want := range map[string]string{"sql/a b.sql": "sql/a%20b.sql", "c:d.sql": "./c:d.sql",
		"/x/é.sql": "file:///x/%C3%A9.sql"} {
		if got := reference(path); got != want {
			t.Errorf("%s is %s", path, got)
		}
	}
}

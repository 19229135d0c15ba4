package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

// SchemaID is the identifier of sqg.yaml's JSON Schema.
const SchemaID = "https://raw.githubusercontent.com/sqg-dev/sqg/main/docs/sqg.schema.json"

// members is a JSON object that keeps its order.
type members []member

type member struct {
	name  string
	value any
}

func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := plainJSON(e.name)
		if err != nil {
			return nil, err
		}
		val, err := plainJSON(e.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(val)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plainJSON encodes without HTML's escapes.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// JSONSchema is the JSON Schema (draft 2020-12) of sqg.yaml, indented, with a final newline.
func JSONSchema() []byte {
	schema := append(members{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", SchemaID},
		{"title", "sqg.yaml"},
		{"description", "Configuration of sqg, which compiles annotated SQL files to typed data-access code."},
	}, schemaOf(topLevel)...)
	raw, err := plainJSON(schema)
	if err != nil {
		panic(err) // the table holds nothing that JSON cannot
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		panic(err)
	}
	out.WriteByte('\n')
	return out.Bytes()
}

func schemaOf(v *value) members {
	switch v.Kind {
	case integer:
		m := members{{"type", "integer"}}
		if v.Positive {
			m = append(m, member{"minimum", 1})
		}
		return m
	case flag:
		return members{{"type", "boolean"}}
	case list:
		m := members{{"type", "array"}, {"items", schemaOf(v.Item)}}
		if v.NotEmpty {
			m = append(m, member{"minItems", 1})
		}
		return m
	case object:
		return append(schemaOfKeys(v.Keys), conditions(v)...)
	case names, texts:
		return members{{"type", "object"}, {"additionalProperties", schemaOf(textItem)}}
	case options:
		return members{{"type", "object"}}
	}
	m := members{{"type", "string"}, {"pattern", `\S`}}
	if v.Enum != nil {
		m = members{{"enum", v.Enum}}
	}
	if v.Form != "" {
		m = members{{"type", "string"}, {"pattern", "^(?:" + v.Form + ")$"}}
	}
	return m
}

func schemaOfKeys(keys []key) members {
	properties, required := members{}, []string{}
	for _, k := range keys {
		s := schemaOf(&k.value)
		if k.Name == "version" {
			s = members{{"const", 1}}
		}
		if k.Name == "generator" {
			s = members{{"enum", generatorNames()}}
		}
		properties = append(properties, member{k.Name,
			append(members{{"description", strings.ReplaceAll(k.description(), "`", "")}}, s...)})
		if k.Required {
			required = append(required, k.Name)
		}
	}
	m := members{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}
	if len(required) > 0 {
		m = append(m, member{"required", required})
	}
	return m
}

// conditions are the rules between keys of one object.
func conditions(v *value) members {
	switch {
	case &v.Keys[0] == &genKeys[0]:
		return members{{"allOf", configByGenerator()}}
	case &v.Keys[0] == &overrideKeys[0]:
		var one []members
		for _, k := range overrideSubjects {
			one = append(one, members{{"required", []string{k}}})
		}
		return members{{"oneOf", one}}
	case &v.Keys[0] == &sourceKeys[0]:
		postgres := members{{"properties", members{{"type", members{{"const", "postgres"}}}}},
			{"required", []string{"type"}}}
		only := func(has, not string) members {
			return members{{"required", []string{has}}, {"properties", members{{not, false}}}}
		}
		return members{{"if", postgres}, {"then", only("url", "path")}, {"else", only("path", "url")}}
	}
	return nil
}

// configByGenerator says what config: takes for each set of generators with the same options.
func configByGenerator() []members {
	var out []members
	for i := range target.All {
		first := &target.All[i]
		var ids []string
		for j := range target.All {
			if t := &target.All[j]; reflect.DeepEqual(t.Options, first.Options) {
				if j < i {
					ids = nil
					break
				}
				ids = append(ids, t.IDs()...)
			}
		}
		if ids == nil {
			continue
		}
		out = append(out, members{
			{"if", members{{"properties", members{{"generator", members{{"enum", ids}}}}},
				{"required", []string{"generator"}}}},
			{"then", members{{"properties", members{{"config",
				schemaOf(&value{Kind: object, Keys: optionKeys(first)})}}}}},
		})
	}
	return out
}

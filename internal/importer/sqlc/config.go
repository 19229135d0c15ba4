// Package sqlc reads a project of sqlc.
package sqlc

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// configuration is sqlc.yaml, of version 1 or 2; sqlc.json is YAML, too.
type configuration struct {
	Version string
	SQL     []entry
	// of version 1
	Packages  []entry1
	Overrides yaml.Node // a list; in version 2 those of each language
	Rename    map[string]string
}

// entry is one of sql:, a schema with its queries.
type entry struct {
	Name    string
	Engine  string
	Schema  paths
	Queries paths
	Gen     struct {
		Go     *goOptions
		Python *plugin
		Kotlin *plugin
	}
	Codegen []plugin
}

// entry1 is one of packages:, which is the same with the options of Go beside it.
type entry1 struct {
	Path      string
	Schema    paths
	Queries   paths
	goOptions `yaml:",inline"`
}

type plugin struct {
	Plugin  string
	Out     string
	Options map[string]any
}

type goOptions struct {
	Name       string // of version 1
	Engine     string // of version 1
	Package    string
	Out        string
	SQLPackage string `yaml:"sql_package"`
	SQLDriver  string `yaml:"sql_driver"`
	Interface  bool   `yaml:"emit_interface"`
	Overrides  []override
	Rename     map[string]string
	Others     map[string]any `yaml:",inline"`
}

// override gives a type or a column a type of Go.
type override struct {
	DBType   string `yaml:"db_type"`
	Column   string
	Nullable bool
	GoType   yaml.Node `yaml:"go_type"`
	Engine   string
	Line     int `yaml:"-"`
}

// paths are one path or several.
type paths []string

func (p *paths) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*p = paths{n.Value}
		return nil
	}
	return n.Decode((*[]string)(p))
}

func (o *override) UnmarshalYAML(n *yaml.Node) error {
	type plain override
	if err := n.Decode((*plain)(o)); err != nil {
		return err
	}
	o.Line = n.Line
	return nil
}

// read is a configuration in the form of version 2.
func read(text string) (*configuration, error) {
	var c configuration
	if err := yaml.Unmarshal([]byte(text), &c); err != nil {
		return nil, err
	}
	switch c.Version {
	case "1":
		for _, p := range c.Packages {
			e := entry{Name: p.Name, Engine: p.Engine, Schema: p.Schema, Queries: p.Queries}
			options := p.goOptions
			options.Package, options.Out = p.Name, p.Path
			e.Gen.Go = &options
			c.SQL = append(c.SQL, e)
		}
	case "2":
	default:
		return nil, fmt.Errorf("version is %q, and sqlc has the versions 1 and 2", c.Version)
	}
	common, rename := c.common()
	for i := range c.SQL {
		if o := c.SQL[i].Gen.Go; o != nil {
			o.Overrides = append(o.Overrides, common...)
			for from, to := range rename {
				if o.Rename == nil {
					o.Rename = map[string]string{}
				}
				if o.Rename[from] == "" {
					o.Rename[from] = to
				}
			}
		}
	}
	return &c, nil
}

// common are the overrides and names of all entries.
func (c *configuration) common() ([]override, map[string]string) {
	var list []override
	if c.Overrides.Decode(&list) == nil {
		return list, c.Rename
	}
	var each struct {
		Go struct {
			Overrides []override
			Rename    map[string]string
		}
	}
	_ = c.Overrides.Decode(&each) // other languages have none
	return each.Go.Overrides, each.Go.Rename
}

// goType is a type of Go as sqlc takes it: "github.com/google/uuid.UUID", "string", or a mapping.
type goType struct {
	Import, Package, Type string
	Pointer, Slice        bool
}

func (o *override) goType() (t goType) {
	if o.GoType.Kind == yaml.ScalarNode {
		text := strings.TrimPrefix(o.GoType.Value, "*")
		t.Pointer = text != o.GoType.Value
		if at := strings.LastIndexByte(text, '.'); at >= 0 {
			t.Import, t.Type = text[:at], text[at+1:]
		} else {
			t.Type = text
		}
	} else {
		_ = o.GoType.Decode(&t)
	}
	if t.Import != "" && t.Package == "" {
		t.Package = packageOf(t.Import)
	}
	return t
}

// packageOf is what a package of a path is called, unless it says otherwise: github.com/jackc/pgx/v5 is pgx.
func packageOf(path string) string {
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = parts[len(parts)-2]
	}
	return strings.TrimPrefix(last, "go-")
}

// text is the type as Go writes it.
func (t goType) text() string {
	text := t.Type
	if t.Package != "" {
		text = t.Package + "." + text
	}
	if t.Slice {
		text = "[]" + text
	}
	return text
}

package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

//go:embed npm
var npmFiles embed.FS

//go:embed README.md
var readme []byte

// manifest is a package.json.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Homepage     string            `json:"homepage"`
	Repository   map[string]string `json:"repository"`
	Bin          map[string]string `json:"bin,omitempty"`
	Main         string            `json:"main,omitempty"`
	Scripts      map[string]string `json:"scripts,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Libc         []string          `json:"libc,omitempty"`
	Unplugged    bool              `json:"preferUnplugged,omitempty"`
	Platforms    map[string]string `json:"optionalDependencies,omitempty"`
	Distribution map[string]string `json:"publishConfig"`
}

func (r *release) manifest(name, description string) manifest {
	return manifest{
		Name: name, Version: r.version, Description: description, License: "Apache-2.0", Homepage: homepage,
		Repository:   map[string]string{"type": "git", "url": "git+" + homepage + ".git"},
		Distribution: map[string]string{"access": "public"},
	}
}

// npmName is the package with the platform's program.
func (p platform) npmName() string {
	name := "@sqg/cli-" + p.os + "-" + p.cpu
	if p.libc == "musl" {
		name += "-musl"
	}
	return name
}

// npm makes a package with the program for each platform, and one that depends on all of them: npm installs that which
// fits the machine.
func (r *release) npm() error {
	main := r.manifest("@sqg/sqg", summary)
	main.Bin = map[string]string{"sqg": "bin/sqg"}
	main.Main = "program.js"
	main.Scripts = map[string]string{"postinstall": "node install.js"}
	main.Engines = map[string]string{"node": ">=18"}
	main.Platforms = map[string]string{}
	for _, b := range r.builds {
		main.Platforms[b.npmName()] = r.version
		m := r.manifest(b.npmName(), fmt.Sprintf("The program of @sqg/sqg for %s",
			strings.TrimPrefix(b.npmName(), "@sqg/cli-")))
		m.OS, m.CPU, m.Unplugged = []string{b.os}, []string{b.cpu}, true
		if b.libc != "" {
			m.Libc = []string{b.libc}
		}
		files := append([]file{{"bin/" + b.platform.program(), b.program, 0o755}}, b.licences...)
		if err := r.npmPackage(m, files); err != nil {
			return err
		}
	}
	files := []file{{"README.md", readme, 0o644}}
	for _, f := range r.builds[0].licences {
		if f.name == "LICENSE" {
			files = append(files, f)
		}
	}
	for _, f := range []file{{name: "bin/sqg", mode: 0o755}, {name: "install.js", mode: 0o644},
		{name: "program.js", mode: 0o644}} {
		var err error
		if f.data, err = npmFiles.ReadFile("npm/" + path.Base(f.name)); err != nil {
			return err
		}
		files = append(files, f)
	}
	return r.npmPackage(main, files)
}

// npmPackage writes what `npm pack` would.
func (r *release) npmPackage(m manifest, files []file) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	data, err := tarball("package", append([]file{{"package.json", append(text, '\n'), 0o644}}, files...))
	if err != nil {
		return err
	}
	return r.write("npm/"+strings.NewReplacer("@", "", "/", "-").Replace(m.Name)+"-"+r.version+".tgz", data)
}

package main

import (
	"bytes"
	"embed"
	"os"
	"path/filepath"
)

//go:embed cargo
var cargoFiles embed.FS

// cargo writes a crate, ready for `cargo publish`: it fetches the program when it is built, since a crate has no room
// for it, and knows its checksum.
func (r *release) cargo() error {
	sums, err := os.ReadFile(filepath.Join(r.folder, "SHA256SUMS"))
	if err != nil {
		return err
	}
	files := []file{{name: "SHA256SUMS", data: sums}, {name: "README.md", data: readme}}
	for _, name := range []string{"Cargo.toml.in", "build.rs", "src/main.rs"} {
		data, err := cargoFiles.ReadFile("cargo/" + name)
		if err != nil {
			return err
		}
		files = append(files, file{name: name, data: data})
	}
	for _, f := range files {
		if f.name == "Cargo.toml.in" {
			f.name, f.data = "Cargo.toml", bytes.Replace(f.data, []byte("VERSION"), []byte(r.version), 1)
		}
		if err := r.write("cargo/"+f.name, f.data); err != nil {
			return err
		}
	}
	return nil
}

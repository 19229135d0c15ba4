// Command alone writes a module for each helper of the support code, with what it uses and nothing else.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/render/rust"
	"github.com/sqg-dev/sqg/internal/target"
)

func main() {
	lib := "#![allow(dead_code)]\n#![deny(unused_imports)]\n"
	for i := range target.All {
		t := &target.All[i]
		if t.Language != "rust" {
			continue
		}
		for _, text := range rust.Closures(t) {
			name := fmt.Sprintf("%s_%d", t.Engine, len(lib))
			write(name+".rs", text)
			lib += "mod " + name + ";\n"
		}
	}
	write("lib.rs", lib)
}

func write(name, text string) {
	path := filepath.Join("src", "alone", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}

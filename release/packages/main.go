// Command packages makes the packages of npm, PyPI, Maven and Cargo of what release/build.sh has built:
//
//	go run ./release/packages VERSION [FOLDER]
//
// In the folder (default dist) are then npm/*.tgz, pypi/*.whl, maven/, a repository in the layout of Maven, cargo/, a
// crate, and the recipes of Homebrew and Nix, sqg.rb and flake.nix. Packages are made for the platforms whose archives
// are there. The same archives give the same bytes.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	summary  = "Compile annotated SQL to typed code, checked by the database itself"
	homepage = "https://github.com/sqg-dev/sqg"
)

// platform is a kind of machine, as each registry calls it.
type platform struct {
	archive       string // as release/build.sh does
	os, cpu, libc string // npm
	wheel         string // PyPI: what the oldest system has that the program runs on
	maven         string // classifier
}

var platforms = []platform{
	{"linux-amd64", "linux", "x64", "glibc", "manylinux2014_x86_64", "linux-x86_64"},
	{"linux-arm64", "linux", "arm64", "glibc", "manylinux2014_aarch64", "linux-aarch_64"},
	{"linux-amd64-musl", "linux", "x64", "musl", "musllinux_1_1_x86_64", "linux-x86_64-musl"},
	{"linux-arm64-musl", "linux", "arm64", "musl", "musllinux_1_1_aarch64", "linux-aarch_64-musl"},
	{"darwin-amd64", "darwin", "x64", "", "macosx_12_0_x86_64", "osx-x86_64"},
	{"darwin-arm64", "darwin", "arm64", "", "macosx_12_0_arm64", "osx-aarch_64"},
	{"windows-amd64", "win32", "x64", "", "win_amd64", "windows-x86_64"},
}

// program is sqg's name on the platform.
func (p platform) program() string {
	if p.os == "win32" {
		return "sqg.exe"
	}
	return "sqg"
}

// build is what release/build.sh made for a platform.
type build struct {
	platform
	program  []byte
	licences []file // LICENSE, NOTICE and those of what is linked in
}

// release is what packages are made of, and where they go.
type release struct {
	version string
	folder  string
	builds  []build
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return errors.New("usage: go run ./release/packages VERSION [FOLDER]")
	}
	r := release{version: args[0], folder: strings.Join(append(args[1:], "dist")[:1], "")}
	if err := r.read(); err != nil {
		return err
	}
	return errors.Join(r.npm(), r.wheels(), r.maven(), r.cargo(), r.recipes())
}

// read unpacks the archives.
func (r *release) read() error {
	for _, p := range platforms {
		top := "sqg-" + r.version + "-" + p.archive
		files, err := readTar(filepath.Join(r.folder, top+".tar.gz"))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		b := build{platform: p}
		for _, f := range files {
			switch f.name = strings.TrimPrefix(f.name, top+"/"); {
			case f.name == p.program():
				b.program = f.data
			case f.name == "LICENSE", f.name == "NOTICE", strings.HasPrefix(f.name, "licences/"):
				b.licences = append(b.licences, f)
			}
		}
		if b.program == nil {
			return fmt.Errorf("%s.tar.gz has no %s", top, p.program())
		}
		r.builds = append(r.builds, b)
	}
	if len(r.builds) == 0 {
		return fmt.Errorf("%s has no archive of version %s: run release/build.sh %[2]s %[1]s first", r.folder,
			r.version)
	}
	return nil
}

// write puts a file of a package below the folder and says so.
func (r *release) write(name string, data []byte) error {
	path := filepath.Join(r.folder, filepath.FromSlash(name))
	fmt.Println(name)
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644))
}

// Command sbom prints what a program of a release is made of, as CycloneDX 1.6:
//
//	go run ./release/sbom VERSION PROGRAM < NOTICE
//
// The modules are those that the program itself says it links; NOTICE has their licences. SOURCE_DATE_EPOCH is the
// time.
package main

import (
	"bufio"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(args []string, notice io.Reader, out io.Writer, epoch string) error {
	if len(args) != 2 {
		return errors.New("usage: go run ./release/sbom VERSION PROGRAM < NOTICE")
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	program, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	sum := sha256.Sum256(program)
	bom := cyclonedx.NewBOM()
	bom.SerialNumber = uuid.NewSHA1(uuid.NameSpaceURL, sum[:]).URN()
	main := component(info.Main.Path, args[0], "Apache-2.0")
	main.Type = cyclonedx.ComponentTypeApplication
	main.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}
	bom.Metadata = &cyclonedx.Metadata{Timestamp: time.Unix(seconds, 0).UTC().Format(time.RFC3339), Component: &main}
	components, err := linked(info, licences(notice))
	if err != nil {
		return err
	}
	bom.Components = &components
	var refs []string
	for _, c := range components {
		refs = append(refs, c.BOMRef)
	}
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	return cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom,
		cyclonedx.SpecVersion1_6)
}

// linked are the modules that a program links, and Go's own library.
func linked(info *debug.BuildInfo, licences map[string]string) ([]cyclonedx.Component, error) {
	out := []cyclonedx.Component{component("std", strings.TrimPrefix(info.GoVersion, "go"), "BSD-3-Clause")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if licences[m.Path] == "" {
			return nil, fmt.Errorf("NOTICE has no licence of %s", m.Path)
		}
		c := component(m.Path, m.Version, licences[m.Path])
		c.Properties = &[]cyclonedx.Property{{Name: "go:sum", Value: m.Sum}}
		out = append(out, c)
	}
	return out, nil
}

func component(path, version, licence string) cyclonedx.Component {
	url := "pkg:golang/" + path + "@" + version
	of := cyclonedx.Licenses{}
	for id := range strings.SplitSeq(licence, ", ") {
		l := cyclonedx.License{ID: id}
		if id == "public domain" {
			l = cyclonedx.License{Name: id}
		}
		of = append(of, cyclonedx.LicenseChoice{License: &l})
	}
	return cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: path, Version: version,
		PackageURL: url, Licenses: &of}
}

// licences are those that NOTICE lists: "- path: licence".
func licences(notice io.Reader) map[string]string {
	out := map[string]string{}
	for lines := bufio.NewScanner(notice); lines.Scan(); {
		if path, licence, ok := strings.Cut(strings.TrimPrefix(lines.Text(), "- "), ": "); ok {
			out[path] = licence
		}
	}
	return out
}

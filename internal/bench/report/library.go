package report

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Library is the charting library as it goes into a page. Where it is empty, the page has everything but the chart.
type Library struct {
	JS, CSS string
}

// The charting library: a package of npm, which knows the user's mirror and proxy.
const (
	libraryPackage = "uplot@1.6.32"
	libraryFile    = "uplot-1.6.32.tgz"
	librarySum     = "4b8a8191e425658e3ea8c8c1314b0fc679c861ee3a1af2b20c7b16ba50b5133d"
	fetchTime      = time.Minute
)

// Fetch reads the charting library from a folder, where npm puts it the first time.
func Fetch(ctx context.Context, dir string) (*Library, error) {
	file := filepath.Join(dir, libraryFile)
	if text, err := read(file); err == nil {
		return unpack(text)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", dir, libraryPackage)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm, which fetches the charting library once: %w %s", err, bytes.TrimSpace(said))
	}
	text, err := read(file)
	if err != nil {
		return nil, err
	}
	return unpack(text)
}

func read(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != librarySum {
		return nil, errors.New(file + " is not what it should be: its checksum is another")
	}
	return text, nil
}

func unpack(text []byte) (*Library, error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var lib Library
	wanted := map[string]*string{"package/dist/uPlot.iife.min.js": &lib.JS, "package/dist/uPlot.min.css": &lib.CSS}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if to := wanted[h.Name]; to != nil {
			var b strings.Builder
			if _, err := io.Copy(&b, t); err != nil {
				return nil, err
			}
			*to = b.String()
		}
	}
	if lib.JS == "" || lib.CSS == "" || strings.Contains(lib.JS, "</script") {
		return nil, errors.New("the charting library's package has not the files that it should have")
	}
	return &lib, nil
}

package report

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/sqg-dev/sqg/internal/cache"
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

// Fetch reads the charting library from a folder of the cache, where npm puts it the first time.
func Fetch(ctx context.Context, dir string) (*Library, error) {
	there := func(dir string) error { return cache.Verify(filepath.Join(dir, libraryFile), librarySum) }
	if err := cache.Once(ctx, dir, there,
		func(stage string) (string, error) { return stage, pack(ctx, stage) }); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, libraryFile))
	if err != nil {
		return nil, err
	}
	return unpack(text)
}

func pack(ctx context.Context, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", dir,
		libraryPackage)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm, which fetches the charting library once: %w %s", err, bytes.TrimSpace(said))
	}
	return nil
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

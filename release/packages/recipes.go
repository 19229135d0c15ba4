package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
)

//go:embed recipes
var recipeFiles embed.FS

// recipes writes what Homebrew and Nix install from: the addresses of the archives with their checksums.
func (r *release) recipes() error {
	sums := map[string][]byte{}
	for _, b := range r.builds {
		data, err := os.ReadFile(filepath.Join(r.folder, "sqg-"+r.version+"-"+b.archive+".tar.gz"))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		sums[b.archive] = sum[:]
	}
	t, err := template.New("").Funcs(template.FuncMap{
		"has": func(platform string) bool { return sums[platform] != nil },
		"url": func(platform string) string {
			return homepage + "/releases/download/v" + r.version + "/sqg-" + r.version + "-" + platform + ".tar.gz"
		},
		"hex": func(platform string) string { return fmt.Sprintf("%x", sums[platform]) },
		"sri": func(platform string) string { return "sha256-" + base64.StdEncoding.EncodeToString(sums[platform]) },
	}).ParseFS(recipeFiles, "recipes/*")
	if err != nil {
		return err
	}
	for _, name := range []string{"sqg.rb", "flake.nix"} {
		var out bytes.Buffer
		if err := t.ExecuteTemplate(&out, name,
			map[string]string{"Version": r.version, "Summary": summary, "Homepage": homepage}); err != nil {
			return err
		}
		if err := r.write(name, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

package main

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
)

//go:embed all:python
var pythonFiles embed.FS

var semantic = regexp.MustCompile(`^(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?$`)

// pythonVersion is a version as PyPI writes it: 1.0.0-rc.1 is 1.0.0rc1.
func pythonVersion(version string) (string, error) {
	m := semantic.FindStringSubmatch(version)
	if m == nil {
		return "", fmt.Errorf("%s is not a version such as 1.2.3 or 1.2.3-rc.1", version)
	}
	return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3], nil
}

// wheels makes a wheel for each platform. pip puts the program among the environment's own, so no Python runs it.
func (r *release) wheels() error {
	version, err := pythonVersion(r.version)
	if err != nil {
		return err
	}
	info := "sqg-" + version + ".dist-info/"
	for _, b := range r.builds {
		var files []file
		for _, name := range []string{"__init__.py", "__main__.py"} {
			data, err := pythonFiles.ReadFile("python/" + name)
			if err != nil {
				return err
			}
			files = append(files, file{"sqg/" + name, data, 0o644})
		}
		files = append(files, file{"sqg-" + version + ".data/scripts/" + b.platform.program(), b.program, 0o755})
		metadata := fmt.Sprintf("Metadata-Version: 2.4\nName: sqg\nVersion: %s\nSummary: %s\nLicense-Expression: Apache-2.0\n"+
			"Project-URL: Repository, %s\nRequires-Python: >=3.8\n", version, summary, homepage)
		for _, l := range b.licences {
			metadata += "License-File: " + l.name + "\n"
			files = append(files, file{info + "licenses/" + l.name, l.data, 0o644})
		}
		metadata += "Description-Content-Type: text/markdown\n\n" + string(readme)
		files = append(files, file{info + "METADATA", []byte(metadata), 0o644},
			file{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: sqg\nRoot-Is-Purelib: false\nTag: py3-none-" +
				b.wheel + "\n"), 0o644})
		files = append(files, record(info, files))
		data, err := zipped(files)
		if err != nil {
			return err
		}
		if err := r.write("pypi/sqg-"+version+"-py3-none-"+b.wheel+".whl", data); err != nil {
			return err
		}
	}
	return nil
}

// record lists a wheel's files with their checksums.
func record(info string, files []file) file {
	var lines strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&lines, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	return file{info + "RECORD", []byte(lines.String() + info + "RECORD,,\n"), 0o644}
}

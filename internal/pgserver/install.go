package pgserver

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// minVersion is the oldest server that sqg analyses with.
const minVersion = 160000

// install is a set of PostgreSQL programs.
type install struct {
	bin     string // the folder of initdb and postgres
	version int    // as server_version_num: 180006
}

func (i install) program(name string) string { return filepath.Join(i.bin, name) }

// probe asks the programs in a folder for their version.
func probe(ctx context.Context, bin string) (install, error) {
	i := install{bin: bin}
	if _, err := exec.LookPath(i.program("initdb")); err != nil {
		return i, err
	}
	cmd := exec.CommandContext(ctx, i.program("postgres"), "--version")
	cmd.Env = serverEnv()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return i, fmt.Errorf("%s --version: %w%s", cmd.Path, err, indented(stderr.String()))
	}
	i.version, err = parseVersion(string(out))
	return i, err
}

var versionNumber = regexp.MustCompile(`\) (\d+)(?:\.(\d+))?`)

// parseVersion reads "postgres (PostgreSQL) 18.6 (Debian 18.6-1)"; a development version ("19devel") counts as 19.0.
func parseVersion(s string) (int, error) {
	m := versionNumber.FindStringSubmatch(s)
	if m == nil {
		return 0, fmt.Errorf("no version in %q", strings.TrimSpace(s))
	}
	major, _ := strconv.Atoi(m[1])
	minor, _ := strconv.Atoi(m[2])
	return major*10000 + minor, nil
}

// versionText is a server_version_num as people write it.
func versionText(v int) string { return fmt.Sprintf("%d.%d", v/10000, v%10000) }

func indented(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	return "\n  " + strings.ReplaceAll(s, "\n", "\n  ")
}

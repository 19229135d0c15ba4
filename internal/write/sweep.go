package write

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// staged matches the name of a staged file; the number is the process that wrote it.
var staged = regexp.MustCompile(`^\.sqg-(?:(\d+)-)?[A-Z2-7]+\.tmp$`)

// sweep removes what runs that were killed have staged in the folders of the outputs.
func sweep(jobs []job) {
	seen := map[string]bool{}
	for _, j := range jobs {
		dir := filepath.Dir(j.dest)
		if seen[dir] {
			continue
		}
		seen[dir] = true
		entries, _ := os.ReadDir(dir) // a folder that is not there yet holds none
		for _, e := range entries {
			m := staged.FindStringSubmatch(e.Name())
			if m == nil || !e.Type().IsRegular() {
				continue
			}
			if pid, err := strconv.Atoi(m[1]); err != nil || !running(pid) {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

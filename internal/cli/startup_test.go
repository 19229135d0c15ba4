package cli

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var initLine = regexp.MustCompile(`^init (github\.com/sqg-dev/sqg/\S+) .* (\d+) allocs$`)

// What packages do before main runs is paid by every start of sqg, `sqg --version` included. Allocations are counted
// since, unlike time, they do not depend on the machine; 1,000 of them take about a tenth of a millisecond.
func TestStartIsCheap(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	packages, total := 0, 0
	for _, line := range strings.Split(string(out), "\n") {
		m := initLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		packages, total = packages+1, total+n
		if n > 4000 {
			t.Errorf("%s allocates %d times at start", m[1], n)
		}
	}
	if packages < 5 || total > 11000 {
		t.Errorf("%d packages allocate %d times at start", packages, total)
	}
}

//go:build unix

package pgserver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestContainer has docker played by a script that runs real servers: it shows that the arguments lead to a server that
// works, and that the container is removed; not what a real engine does with them.
func TestContainer(t *testing.T) {
	who, err := serverAccount()
	if err != nil {
		t.Fatal(err)
	}
	p := newPlace(t, who.uid, who.gid)
	state := filepath.Join(filepath.Dir(p.cache), "containers")
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/engine.sh")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(filepath.Dir(p.cache), "path")
	os.Mkdir(path, 0o755)
	os.Mkdir(state, 0o700)
	os.Chown(state, who.uid, who.gid)
	old := syscall.Umask(0o022)
	err = os.WriteFile(filepath.Join(path, "docker"), script, 0o755)
	syscall.Umask(old)
	if err != nil {
		t.Fatal(err)
	}
	nothingInstalled(t, path+":/usr/bin:/bin")
	env := []string{"STATE=" + state, "BIN=" + binaries, fmt.Sprintf("PORT=%d", port), helperOnlyContainers + "=1"}
	for _, end := range []func(*run){(*run).end, func(r *run) { r.kill() }} {
		r := p.start(t, env...)
		r.ready()
		if got, _ := os.ReadDir(state); len(got) != 1 || !strings.HasPrefix(got[0].Name(), "sqg-") {
			t.Errorf("containers: %v", got)
		}
		end(r)
		until(t, "the container is removed", func() bool {
			got, _ := os.ReadDir(state)
			return len(got) == 0 && len(processes(t, state)) == 0
		})
	}
}

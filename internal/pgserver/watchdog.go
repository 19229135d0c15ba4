package pgserver

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// watchdogVariable marks a process that is a watchdog.
const watchdogVariable = "SQG_PGSERVER_WATCHDOG"

// A watchdog is this very program, started again: whatever program that is, a test's included, it must not do then what
// it is otherwise for. Hence init, which comes before any main.
func init() {
	if os.Getenv(watchdogVariable) != "" {
		os.Exit(watch(os.Stdin))
	}
}

// watchdog drops scratch databases on a server that is not ours when sqg is killed. It reads the server's URL, then
// "+name" for a database that is about to be made and "-name" for one that is gone. Where no watchdog can be started,
// the next run drops what is left.
type watchdog struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func startWatchdog(url string) *watchdog {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), watchdogVariable+"=1")
	cmd.SysProcAttr = ownSession()
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return nil
	}
	w := &watchdog{cmd, in}
	w.tell(strings.ReplaceAll(url, "\n", " "))
	return w
}

func (w *watchdog) tell(line string) {
	if w != nil {
		fmt.Fprintln(w.in, line) // a watchdog that has died is no loss while sqg lives
	}
}

func (w *watchdog) close() {
	if w != nil {
		w.in.Close()
		w.cmd.Wait()
	}
}

// watch is the watchdog's side.
func watch(in io.Reader) int {
	lines := bufio.NewScanner(in)
	lines.Scan()
	url := lines.Text()
	names := map[string]bool{}
	for lines.Scan() {
		if name, gone := strings.CutPrefix(lines.Text(), "-"); gone {
			delete(names, name)
		} else {
			names[name[1:]] = true
		}
	}
	if len(names) == 0 {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgconn.Connect(ctx, url)
	if err != nil {
		return 1
	}
	defer conn.Close(ctx)
	for name := range names {
		// The server may still be at work for sqg, perhaps at making the database: that has ended when the lock is
		// free.
		for _, sql := range append([]string{"SELECT pg_catalog.pg_advisory_lock(" + lockKeys(name) + ")"},
			dropping(name)...) {
			if _, err := conn.Exec(ctx, sql).ReadAll(); err != nil {
				return 1
			}
		}
	}
	return 0
}

package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// plays says which program the test's own program is, when a test starts it.
const plays = "SQG_CLI_TEST_PLAYS"

func init() {
	switch os.Getenv(plays) {
	case "sqg":
		os.Setenv(plays, "client")
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	case "client":
		os.Exit(client())
	}
}

// client prints the address of a server that takes it, as well as the variables of libpq, but no other password.
func client() int {
	ctx := context.Background()
	for _, address := range []string{os.Getenv("DATABASE_URL"), ""} {
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		if _, err := conn.Exec(ctx, "CREATE ROLE r; DROP ROLE r"); err != nil {
			fmt.Println(err)
			return 1
		}
		conn.Close(ctx)
	}
	if _, err := pgx.Connect(ctx, "password=wrong"); err == nil {
		fmt.Println("any password will do")
		return 1
	}
	fmt.Println(os.Getenv("DATABASE_URL"))
	return 7
}

func testServer(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], append([]string{"test-server"}, args...)...)
	cmd.Env = append(os.Environ(), plays+"=sqg", "PGSSLMODE=verify-full", "PGDATABASE=elsewhere")
	cmd.Stderr = os.Stderr
	return cmd
}

// TestTestServer: the command finds a server that it alone may enter, which is gone afterwards. Its exit code is sqg's.
func TestTestServer(t *testing.T) {
	out, err := testServer("--", os.Args[0]).Output()
	address := strings.TrimSpace(string(out))
	if exit, is := err.(*exec.ExitError); !is || exit.ExitCode() != 7 {
		t.Fatal(err, address)
	}
	if conn, err := pgx.Connect(t.Context(), address); err == nil {
		conn.Close(t.Context())
		t.Error("the server is still there")
	}
}

// TestTestServerSignals: the command gets the signals, and may end in its own way.
func TestTestServerSignals(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGTERM: 41, syscall.SIGINT: 42,
		syscall.SIGHUP: 128 + int(syscall.SIGHUP)} {
		cmd := testServer("sh", "-c",
			"trap 'exit 41' TERM; trap 'exit 42' INT; echo ready; while :; do sleep 0.02; done")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(line, err)
		}
		cmd.Process.Signal(signal)
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("%v: exit code %d, not %d", signal, got, want)
		}
	}
}

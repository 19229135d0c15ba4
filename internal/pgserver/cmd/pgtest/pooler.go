package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/sqg-dev/sqg/internal/pgserver"
)

// poolerConfig makes each transaction run on another connection to the server than the one before it, where there are
// two, so that what a program leaves to its session is missing at once.
const poolerConfig = `[databases]
* = host=%s port=%d user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
min_pool_size = 2
server_round_robin = 1
ignore_startup_parameters = extra_float_digits
`

// pooled has PgBouncer in front of a server until stop is called, and returns its address; "" where there is no
// PgBouncer.
func pooled(ctx context.Context, server *pgserver.Server) (address string, stop func() error, err error) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		return "", func() error { return nil }, nil
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	port := free.Addr().(*net.TCPAddr).Port
	folder, err := os.MkdirTemp("", "pgbouncer")
	if err := errors.Join(err, free.Close()); err != nil {
		return "", nil, err
	}
	config := filepath.Join(folder, "pgbouncer.ini")
	text := fmt.Sprintf(poolerConfig, server.Host, server.Port, port)
	// It refuses to run as root, and another account has to read its file.
	if err := errors.Join(os.Chmod(folder, 0o755), os.WriteFile(config, []byte(text), 0o644)); err != nil {
		return "", nil, err
	}
	args := []string{"-q", config}
	if os.Geteuid() == 0 {
		args = append(args, "-u", "nobody")
	}
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() error {
		err := cmd.Process.Signal(syscall.SIGTERM) // at once, whoever is connected
		_ = cmd.Wait()
		return errors.Join(err, os.RemoveAll(folder))
	}
	address = fmt.Sprintf("127.0.0.1:%d", port)
	if err := answers(ctx, address); err != nil {
		return "", nil, errors.Join(err, stop())
	}
	return address, stop, nil
}

// answers waits until somebody takes connections.
func answers(ctx context.Context, address string) error {
	ctx, done := context.WithTimeout(ctx, 10*time.Second)
	defer done()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

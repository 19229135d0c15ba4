package pgserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// settings makes a server quick to start and stop, and quick at everything that only durability makes slow. They are
// on the command line, where ALTER SYSTEM has no power over them.
var settings = []option{
	{"fsync=off", 0},
	{"full_page_writes=off", 0},
	{"synchronous_commit=off", 0},
	{"wal_level=minimal", 0},
	{"max_wal_senders=0", 0},
	{"wal_init_zero=off", 0},
	{"autovacuum=off", 0},
	{"jit=off", 0},
	{"max_logical_replication_workers=0", 0},
	{"io_method=sync", 180000},
	{"dynamic_shared_memory_type=mmap", 0}, // in the data folder: nothing in /dev/shm, which a container may lack
	{"timezone=UTC", 0},
	{"lc_messages=C", 0},
	{"log_timezone=UTC", 0},
	{"log_min_messages=log", 0},
	{"log_min_error_statement=panic", 0},
	{"log_checkpoints=off", 0},
	{"log_destination=stderr", 0},
	{"logging_collector=off", 0},
	{"log_line_prefix=", 0},
	{"restart_after_crash=off", 0},
}

// supervisor copies the cluster, runs the server on the copy, and stops and deletes all of it when its standard input
// closes: that is when sqg has ended, in whatever way. Descriptor 3 is the lock on the folder, which the server's
// processes share, 4 the server's log. It ignores what a terminal or a service manager sends to every process: the
// server is stopped after sqg, not before.
//
//	$1 the run's folder  $2 the pristine cluster  $3 the socket's folder, if it is another  $4… the server's command
const supervisor = `trap '' HUP INT TERM
umask 077
run=$1 pristine=$2 socket=$3
shift 3
if cp -R "$pristine" "$run/data" 2>&4; then
	"$@" </dev/null >&4 2>&4 &
	server=$!
	exec 4>&-
	cat >/dev/null
	kill -QUIT $server 2>/dev/null
	wait $server
fi
rm -rf "$run" ${socket:+"$socket"}`

// readyLine is what every version writes to its log when it takes connections.
const readyLine = "database system is ready to accept connections"

// Server is a running server of our own.
type Server struct {
	Version int    // as server_version_num: 180006
	Host    string // the folder of its socket, or 127.0.0.1
	Port    int

	supervisor *exec.Cmd
	alive      io.Closer  // closing it stops the server
	ended      chan error // what the supervisor's end was; nil while it is not to stop
	log        *serverLog
}

// Config says how to connect to a database of the server.
func (s *Server) Config(database string) *pgconn.Config {
	c, err := pgconn.ParseConfig("sslmode=disable target_session_attrs=any")
	if err != nil {
		panic(err) // the text is constant
	}
	c.Host, c.Port, c.User, c.Password, c.Database = s.Host, uint16(s.Port), superuser, "", database
	c.Fallbacks, c.TLSConfig = nil, nil
	c.RuntimeParams = map[string]string{"application_name": "sqg"}
	return c
}

// start runs a server on a copy of the pristine cluster. A cluster that no server can run on is made again, once.
func (s *store) start(ctx context.Context, tcp bool) (*Server, error) {
	srv, err := s.startCopy(ctx, tcp)
	if err == nil || ctx.Err() != nil {
		return srv, err
	}
	if err := s.discard(); err != nil {
		return nil, err
	}
	return s.startCopy(ctx, tcp)
}

// discard deletes the pristine cluster.
func (s *store) discard() error {
	gate, err := lock(filepath.Join(s.dir, "lock"), true)
	if err != nil {
		return err
	}
	defer gate.Close()
	return os.RemoveAll(s.pristine())
}

func (s *store) startCopy(ctx context.Context, tcp bool) (srv *Server, err error) {
	run, held, err := s.reserve(ctx)
	if err != nil {
		return nil, err
	}
	defer held.Close() // the supervisor has it too
	defer func() {
		if err != nil {
			os.RemoveAll(run)
		}
	}()
	srv = &Server{Version: s.version, Host: run, Port: 5432}
	socket := ""
	if len(srv.socketFile()) > socketRoom {
		if socket, err = s.mkdirTemp("", "sqg"); err != nil {
			return nil, err
		}
		srv.Host = socket
	}
	args := []string{s.program("postgres"), "-D", filepath.Join(run, "data"), "-c", "unix_socket_directories=" + srv.Host}
	if tcp {
		if srv.Port, err = freePort(); err != nil {
			return nil, err
		}
		srv.Host = "127.0.0.1"
	} else {
		args = append(args, "-c", "unix_socket_permissions=0700")
	}
	args = append(args, "-c", fmt.Sprintf("port=%d", srv.Port), "-c", "listen_addresses="+listen(tcp))
	for _, w := range words(settings, s.version) {
		args = append(args, "-c", w)
	}
	err = srv.run(ctx, s.account, held, append([]string{run, s.pristine(), socket}, args...))
	return srv, err
}

func listen(tcp bool) string {
	if tcp {
		return "127.0.0.1"
	}
	return ""
}

func (s *Server) socketFile() string {
	return filepath.Join(s.Host, fmt.Sprintf(".s.PGSQL.%d", s.Port))
}

// freePort is a port of the loopback interface that nobody listens on just now.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// run starts the supervisor and waits until the server takes connections.
func (s *Server) run(ctx context.Context, who account, held *os.File, args []string) error {
	logReader, logWriter, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", supervisor, "sqg-postgres"}, args...)...)
	who.own(cmd)
	cmd.ExtraFiles = []*os.File{held, logWriter}
	alive, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	logWriter.Close()
	if err != nil {
		logReader.Close()
		return fmt.Errorf("PostgreSQL cannot be started: %w", err)
	}
	s.supervisor, s.alive, s.log = cmd, alive, readLog(logReader)
	select {
	case <-s.log.ready:
		return nil
	case <-s.log.ended:
		err = fmt.Errorf("PostgreSQL %s did not start%s", versionText(s.Version), indented(s.log.text()))
	case <-ctx.Done():
		err = ctx.Err()
	}
	return errors.Join(err, s.Close())
}

// stopTime is how long a server may take to stop. PostgreSQL itself kills what does not obey after five seconds.
const stopTime = 15 * time.Second

// stop makes the server stop, and its folder be deleted, without waiting for it.
func (s *Server) stop() {
	if s.ended == nil {
		s.ended = make(chan error, 1)
		s.alive.Close()
		go func() { s.ended <- s.supervisor.Wait() }()
	}
}

// Close stops the server and waits until it and its folder are gone.
func (s *Server) Close() error {
	s.stop()
	select {
	case err := <-s.ended:
		s.ended <- nil
		if err != nil {
			return fmt.Errorf("stopping PostgreSQL: %w", err)
		}
		return nil
	case <-time.After(stopTime):
		return errors.Join(fmt.Errorf("PostgreSQL did not stop in %v", stopTime), killSession(s.supervisor))
	}
}

// serverLog reads a server's log as it is written.
type serverLog struct {
	ready chan struct{} // closed when the server takes connections
	ended chan struct{} // closed when the last process of the server has ended
	lines []string      // the last ones; to be read after ended only
}

// logLines is how many lines of a log are kept for an error message.
const logLines = 20

func readLog(r io.ReadCloser) *serverLog {
	l := &serverLog{ready: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		defer r.Close()
		up := false
		in := bufio.NewReader(r)
		for {
			line, err := in.ReadString('\n')
			if line = strings.TrimSpace(line); line != "" {
				l.lines = append(l.lines, line)
				l.lines = l.lines[max(0, len(l.lines)-logLines):]
			}
			if !up && strings.Contains(line, readyLine) {
				up = true
				close(l.ready)
			}
			if err != nil {
				return
			}
		}
	}()
	return l
}

func (l *serverLog) text() string { return strings.Join(l.lines, "\n") }

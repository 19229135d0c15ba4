package pgserver

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Settings are on the command line, where ALTER SYSTEM has no power over them.

// stockSettings are what our servers need to be ours.
var stockSettings = []option{
	{"dynamic_shared_memory_type=mmap", 0}, // in the data folder: nothing in /dev/shm, which a container may lack
	{"timezone=UTC", 0},
	{"log_timezone=UTC", 0},
	{"lc_messages=C", 0},
	{"log_min_messages=log", 0},
	{"log_destination=stderr", 0},
	{"logging_collector=off", 0},
	{"log_line_prefix=", 0},
	{"restart_after_crash=off", 0},
}

// quickSettings make a server quick to start and stop, to see deadlocks, and at everything that only durability makes
// slow.
var quickSettings = []option{
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
	{"log_checkpoints=off", 0},
	{"deadlock_timeout=20ms", 0}, // tests of transactions that meet wait a second otherwise
}

// supervisor runs the server on its copy of the cluster, and stops and deletes all of it. Descriptor 4 is the lock
// on the folder, which the server's processes share, and 5 the owner's lock, which they have not. A server that is only
// just starting does not hear SIGQUIT, which shells ignore in the background: it does when postmaster.pid is there. On
// a busy machine, rm has met a folder that was not empty after all: so it may try again.
//
//	$1 the run's folder  $2 the socket's folder, if it is another  $3… the server's command
const supervisor = `trap '' HUP INT TERM
umask 077
run=$1 socket=$2
shift 2
"$@" </dev/null >&3 2>&3 3>&- 5>&- &
server=$!
exec 3>&-
cat >/dev/null
until [ -e "$run/data/postmaster.pid" ] || ! kill -0 $server 2>/dev/null; do sleep 0.01; done
kill -QUIT $server 2>/dev/null
wait $server
rm -rf "$run" ${socket:+"$socket"} || { sleep 1; rm -rf "$run" ${socket:+"$socket"}; }`

// Server is a running server of our own.
type Server struct {
	Version int    // as server_version_num: 180006
	Host    string // the folder of its socket, or 127.0.0.1
	Port    int

	socket string // the folder of its socket
	data   string // its data folder
	of     *store
	*process
}

// Config says how the superuser of a whole server connects to a database.
func (s *Server) Config(database string) *pgconn.Config {
	return ownConfig(s.Host, s.Port, superuser, "", database)
}

// ownConfig is for servers of our own: nothing of it comes from the PG… variables, which are for the user's.
func ownConfig(host string, port int, user, password, database string) *pgconn.Config {
	c, err := pgconn.ParseConfig("sslmode=disable target_session_attrs=any")
	if err != nil {
		panic(err) // the text is constant
	}
	c.Host, c.Port, c.User, c.Password, c.Database = host, uint16(port), user, password, database
	c.Fallbacks, c.TLSConfig = nil, nil
	c.RuntimeParams = map[string]string{"application_name": "sqg"}
	return c
}

// start runs a server on a copy of the pristine cluster. A cluster that no server can run on is made again, once.
func (s *store) start(ctx context.Context, tcp bool) (*Server, error) {
	srv, used, err := s.startOn(ctx, tcp, s.copyPristine)
	if err == nil || used == nil || ctx.Err() != nil {
		return srv, err
	}
	if err := s.discard(ctx, used); err != nil {
		return nil, err
	}
	srv, _, err = s.startOn(ctx, tcp, s.copyPristine)
	return srv, err
}

// startOn runs a server on a data folder that fill makes, with more settings. It also tells which pristine cluster is
// there.
func (s *store) startOn(ctx context.Context, tcp bool, fill func(data string) error, settings ...string) (srv *Server,
	used os.FileInfo, err error) {
	r, err := s.reserve(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer r.lock.Close() // the supervisor has it too
	run, used, socket := r.dir, r.pristine, ""
	defer func() {
		if err != nil {
			r.owner.Close()
			os.RemoveAll(run)
			os.RemoveAll(socket)
		}
	}()
	srv = &Server{Version: s.version, Host: run, Port: 5432, data: filepath.Join(run, "data"), of: s}
	if len(filepath.Join(run, ".s.PGSQL.5432.lock")) > socketRoom {
		if socket, err = s.mkdirTemp("", "sqg"); err != nil {
			return nil, nil,
				fmt.Errorf("a socket in %s would have too long a name, and there is no folder for it among the temporary files (TMPDIR): %w", run, err)
		}
		srv.Host = socket
	}
	srv.socket = srv.Host
	if err = fill(srv.data); err != nil {
		return nil, used, err
	}
	args := []string{run, socket, s.program("postgres"), "-D", srv.data, "-c",
		"unix_socket_directories=" + quoted(srv.Host)}
	listen := ""
	if tcp {
		listen = "127.0.0.1"
		srv.Host = listen
		if srv.Port, err = freePort(); err != nil {
			return nil, nil, err
		}
	}
	args = append(args, "-c", "listen_addresses="+listen, "-c", fmt.Sprintf("port=%d", srv.Port))
	for _, w := range slices.Concat(s.settings, settings) {
		args = append(args, "-c", w)
	}
	begin := func() (err error) {
		srv.process, err = supervise(supervisor, args, s.own, r.lock, r.owner)
		return err
	}
	if s.kind.confined {
		owned, emptied := []string{run}, []string{s.dir}
		if socket != "" {
			owned, emptied = append(owned, socket), append(emptied, filepath.Dir(socket))
		}
		err = confined(owned, emptied, begin)
	} else {
		err = begin()
	}
	if err != nil {
		return nil, used, err
	}
	if err = srv.ready(ctx, startTime); err != nil {
		return nil, used, err
	}
	srv.owner = r.owner
	return srv, used, nil
}

// quoted is an identifier in SQL, or a folder in a setting that holds a list of them.
func quoted(dir string) string { return `"` + strings.ReplaceAll(dir, `"`, `""`) + `"` }

// freePort is a port of the loopback interface that nobody listens on just now.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

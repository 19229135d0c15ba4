package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5/pgconn"
)

// Standby starts a standby of a server that was started with Options.Stock: on a copy of its data folder, which streams
// what the server writes from then on. It is to be closed before the server.
func (s *Server) Standby(ctx context.Context) (*Server, error) {
	standby, _, err := s.of.startOn(ctx, false, func(data string) error { return s.backup(ctx, data) },
		fmt.Sprintf("primary_conninfo=host='%s' port=%d user=%s", s.Host, s.Port, superuser))
	return standby, err
}

// backup copies the data folder while the server runs. What the server writes meanwhile is in its log, which a standby
// reads from where the copy began.
func (s *Server) backup(ctx context.Context, to string) (err error) {
	conn, err := pgconn.ConnectConfig(ctx, s.Config("postgres"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	if _, err = conn.Exec(ctx, "SELECT pg_backup_start('standby', true)").ReadAll(); err != nil {
		return err
	}
	if _, err = s.of.clone(s.data, to); err != nil {
		return err
	}
	stopped, err := conn.Exec(ctx, "SELECT labelfile FROM pg_backup_stop(false)").ReadAll()
	if err != nil {
		return err
	}
	if err = os.Remove(filepath.Join(to, "postmaster.pid")); err != nil {
		return err
	}
	for name, text := range map[string][]byte{"backup_label": stopped[0].Rows[0][0], "standby.signal": nil} {
		file := filepath.Join(to, name)
		if err = errors.Join(os.WriteFile(file, text, 0o600), s.of.give(file)); err != nil {
			return err
		}
	}
	return nil
}

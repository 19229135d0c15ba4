package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
)

// scratch is a database made for one session.
type scratch struct {
	config *pgconn.Config
	admin  *pgconn.Config
	name   string
	shared bool // the server is not our own
}

func newScratch(ctx context.Context, env engine.Environment) (*scratch, error) {
	url := env.Getenv("SQG_POSTGRES_URL")
	if url == "" {
		return nil, errors.New("SQG_POSTGRES_URL is not set")
	}
	cfg, err := pgconn.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	s := &scratch{admin: cfg, config: cfg.Copy(), shared: true, name: "sqg_" + strings.ToLower(rand.Text()[:12])}
	s.config.Database = s.name
	return s, s.run(ctx, "CREATE DATABASE "+s.name+" TEMPLATE template0 ENCODING 'UTF8'")
}

func (s *scratch) run(ctx context.Context, sql string) error {
	c, err := pgconn.ConnectConfig(ctx, s.admin)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	return c.Exec(ctx, sql).Close()
}

func (s *scratch) drop() error {
	return s.run(context.Background(), "DROP DATABASE "+s.name+" WITH (FORCE)")
}

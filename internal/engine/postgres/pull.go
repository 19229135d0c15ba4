package postgres

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/mask"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// Pull is the schema of the database at an address, as pg_dump writes it down: it knows what has to stand before what.
func Pull(ctx context.Context, _ engine.Environment, address string) (string, error) {
	if _, err := pgserver.Parse(address); err != nil {
		return "", &engine.Error{Msg: "the address cannot be read: " + mask.Text(err.Error()),
			Hint: pgserver.AddressHint}
	}
	program := pgserver.Program(ctx, "pg_dump")
	if program == "" {
		return "", &engine.Error{Msg: "pg_dump is not on this machine",
			Hint: "install PostgreSQL's client programs, of the server's version or newer"}
	}
	address, password := withoutPassword(address)
	cmd := exec.CommandContext(ctx, program, "--schema-only", "--no-owner", "--no-privileges", "--no-password",
		"--dbname="+address)
	cmd.Env = os.Environ()
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password) // others see a process's arguments
	}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if !errors.As(err, new(*exec.ExitError)) {
			return "", err
		}
		msg, _, _ := strings.Cut(mask.Text(strings.TrimPrefix(strings.TrimSpace(said.String()), "pg_dump: error: ")),
			"\n")
		hint := ""
		if strings.Contains(msg, "version mismatch") {
			hint = program + " is older than the server: put a newer pg_dump first on PATH"
		}
		return "", &engine.Error{Msg: "pg_dump: " + msg, Hint: hint}
	}
	return out.String(), nil
}

// withoutPassword takes the password out of a URL.
func withoutPassword(address string) (rest, password string) {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return address, ""
	}
	password, _ = u.User.Password()
	u.User = url.User(u.User.Username())
	return u.String(), password
}

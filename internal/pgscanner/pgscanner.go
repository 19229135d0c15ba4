// Package pgscanner gives DuckDB's extension for PostgreSQL, postgres_scanner, without set-up: it finds the file, or
// fetches it once. What the file holds is for DuckDB to trust, which loads nothing that its own makers have not signed.
package pgscanner

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/sqg-dev/sqg/internal/cache"
)

// Version of DuckDB that the extension is for: it goes with no other.
const Version = "1.5.5"

// Variable is the environment variable that names the file, for machines that can fetch nothing.
const Variable = "SQG_POSTGRES_SCANNER"

// File is the extension's file name, from which DuckDB has the name of what is in it.
const File = "postgres_scanner.duckdb_extension"

const project = "duckdb-extension-postgres-scanner"

// fetchTime is how long fetching may take.
const fetchTime = 5 * time.Minute

// Error is a problem of the environment, with what to do about it.
type Error struct {
	Msg, Hint string
}

func (e *Error) Error() string { return e.Msg }

// Find is the path of the extension for this machine: the file that the user names, the one that is in the cache or
// that DuckDB itself has installed, or else one that pip fetches. log takes a line for --verbose.
func Find(ctx context.Context, getenv func(string) string, log func(string)) (string, error) {
	if file := getenv(Variable); file != "" {
		if _, err := os.Stat(file); err != nil {
			return "", &Error{Msg: Variable + " is not the path of a file: " + err.Error(), Hint: "name the file " + File + " of DuckDB " + Version}
		}
		return file, nil
	}
	p, ok := platforms[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		return "", &Error{Msg: "DuckDB's extension for PostgreSQL is not available for " + runtime.GOOS + "/" + runtime.GOARCH, Hint: "run sqg on another machine"}
	}
	if home, err := os.UserHomeDir(); err == nil {
		installed := filepath.Join(home, ".duckdb", "extensions", "v"+Version, p.duckdb, File)
		if isFile(installed) == nil {
			return installed, nil
		}
	}
	file, err := p.fetch(ctx, getenv(cache.Variable), log)
	if err == nil || ctx.Err() != nil {
		return file, err
	}
	return "", &Error{Msg: "cannot get DuckDB's extension for PostgreSQL: " + err.Error(),
		Hint: "run `INSTALL postgres` in the shell of DuckDB " + Version + ", or `pip download --no-deps " + project + "==" + Version + "` where there is a network, unpack the wheel, which is a zip, and name the file in " + Variable}
}

func isFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New(path + " is not a file")
	}
	return err
}

// platform is a kind of machine.
type platform struct {
	duckdb string // as DuckDB calls it
	wheel  string // as Python does
	sum    string // the SHA-256 of the wheel
}

var platforms = map[string]platform{
	"linux/amd64":   {"linux_amd64", "manylinux2014_x86_64", "fea9413d1b5bded7ead650aff91b3d7578c5149d832f666100b362f64404bf18"},
	"linux/arm64":   {"linux_arm64", "manylinux2014_aarch64", "5b50d53ecb192fca381c79ebd70da43b98fefe28a5781162081777f65efc8268"},
	"darwin/amd64":  {"osx_amd64", "macosx_11_0_x86_64", "797acdb64f10280303b66fb56c3537d3a7c82eab7cf6dfb4c71307c81c3e7b0d"},
	"darwin/arm64":  {"osx_arm64", "macosx_11_0_arm64", "053b9ee8abf30f1880a244c9396323273ec99cf4d72a658e702cf536848b7e5c"},
	"windows/amd64": {"windows_amd64", "win_amd64", "41fe1e2600059198300c40a0228b3a179586d197d33872a0849c7edd91426f78"},
}

// fetch is the extension's path in the cache, where it is unpacked to unless it is there.
func (p platform) fetch(ctx context.Context, cacheDir string, log func(string)) (string, error) {
	root, err := cache.Dir(cacheDir)
	if err != nil {
		return "", err
	}
	home := filepath.Join(root, "extensions", "v"+Version+"-"+p.duckdb)
	there := func(dir string) error { return isFile(filepath.Join(dir, File)) }
	err = cache.Once(ctx, home, there, func(stage string) (string, error) {
		log("fetching DuckDB's extension for PostgreSQL, once, into " + home)
		ctx, cancel := context.WithTimeout(ctx, fetchTime)
		defer cancel()
		if err := p.download(ctx, stage); err != nil {
			return "", err
		}
		return p.unpack(stage)
	})
	return filepath.Join(home, File), err
}

// pips are the ways to run pip, which knows the user's mirror and proxy.
var pips = [][]string{{"pip3"}, {"pip"}, {"python3", "-m", "pip"}, {"python", "-m", "pip"}, {"py", "-m", "pip"}}

func (p platform) download(ctx context.Context, stage string) error {
	failed := errors.New("there is no pip to fetch it with")
	for _, pip := range pips {
		if _, err := exec.LookPath(pip[0]); err != nil {
			continue
		}
		args := append(pip[1:], "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--only-binary", ":all:",
			"--platform", p.wheel, "--dest", stage, project+"=="+Version)
		cmd := exec.CommandContext(ctx, pip[0], args...)
		cmd.WaitDelay = time.Second
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		err := cmd.Run()
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		failed = fmt.Errorf("%s download: %w: %s", strings.Join(pip, " "), err, lines[len(lines)-1])
	}
	return failed
}

// unpack takes the extension out of the wheel, into a folder of its own.
func (p platform) unpack(stage string) (string, error) {
	wheel := filepath.Join(stage, strings.ReplaceAll(project, "-", "_")+"-"+Version+"-py3-none-"+p.wheel+".whl")
	if err := cache.Verify(wheel, p.sum); err != nil {
		return "", err
	}
	z, err := zip.OpenReader(wheel)
	if err != nil {
		return "", err
	}
	defer z.Close()
	for _, f := range z.File {
		if path.Base(f.Name) != File {
			continue
		}
		dir := filepath.Join(stage, "unpacked")
		if err := cache.MkdirShared(dir); err != nil {
			return "", err
		}
		return dir, write(f, filepath.Join(dir, File))
	}
	return "", errors.New("the wheel has no " + File)
}

func write(f *zip.File, path string) (err error) {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	_, err = io.Copy(to, from)
	return err
}

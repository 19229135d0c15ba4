package pgserver

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// copiers is how many files are copied at once.
const copiers = 4

// errChanged says that a cluster is not the one that was made.
var errChanged = errors.New("the prepared cluster is not as initdb left it")

// sumFile holds the checksum of the pristine cluster. It stands where the server's account cannot write, when that is
// not our own.
func (s *store) sumFile() string { return s.dir + ".sha256" }

// record notes the pristine cluster's checksum.
func (s *store) record() error {
	sum, err := s.clone(s.pristine(), "")
	if err != nil {
		return err
	}
	return os.WriteFile(s.sumFile(), []byte(sum), 0o644)
}

// copyPristine copies the pristine cluster, if it is the one that was made.
func (s *store) copyPristine(to string) error {
	want, err := os.ReadFile(s.sumFile())
	if err != nil {
		return errors.Join(errChanged, err)
	}
	sum, err := s.clone(s.pristine(), to)
	if err == nil && sum != strings.TrimSpace(string(want)) {
		err = errChanged
	}
	return err
}

// clone copies a folder, for nobody but the account, and returns its checksum. Without a place to copy to, it only
// computes that.
func (s *store) clone(from, to string) (string, error) {
	var names []string
	var sums [][]byte // of files, by place in names
	var jobs []int
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			name += "/"
			if to != "" {
				err = s.makeDir(filepath.Join(to, name))
			}
		} else if !d.Type().IsRegular() {
			return errChanged
		} else {
			jobs = append(jobs, len(names))
		}
		names, sums = append(names, name), append(sums, nil)
		return err
	})
	if err != nil {
		return "", err
	}
	var group sync.WaitGroup
	errs := make([]error, copiers)
	for worker := range copiers {
		group.Go(func() {
			buffer := make([]byte, 256<<10)
			for i := worker; i < len(jobs) && errs[worker] == nil; i += copiers {
				n := jobs[i]
				sums[n], errs[worker] = s.cloneFile(filepath.Join(from, names[n]), to, names[n], buffer)
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return "", err
	}
	whole := sha256.New()
	for i, name := range names {
		fmt.Fprintf(whole, "%s\x00%x\n", name, sums[i])
	}
	return hex.EncodeToString(whole.Sum(nil)), nil
}

func (s *store) makeDir(path string) error {
	if err := os.Mkdir(path, 0o700); err != nil {
		return err
	}
	return s.give(path)
}

func (s *store) cloneFile(path, to, name string, buffer []byte) (sum []byte, err error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var out io.Writer = io.Discard
	if to != "" {
		copied, err := os.OpenFile(filepath.Join(to, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		defer func() {
			if closed := copied.Close(); err == nil {
				err = closed
			}
		}()
		if err := s.give(copied.Name()); err != nil {
			return nil, err
		}
		out = copied
	}
	h := sha256.New()
	_, err = io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(out, hash.Hash(h))}, struct{ io.Reader }{in}, buffer)
	return h.Sum(nil), err
}

package ui

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/lsp"
	"github.com/sqg-dev/sqg/internal/source"
)

// File is a file of the project as the page has it.
type File struct {
	Name    string `json:"name"` // relative to the folder of sqg.yaml
	URI     string `json:"uri"`
	Text    string `json:"text"`
	Version string `json:"version"`          // tells states of the file apart
	Locked  string `json:"locked,omitempty"` // why it cannot be edited
}

// named is the path of a file of the project. Other files of the machine have no name here.
func (s *server) named(r *http.Request) (name, file string, err error) {
	name = r.URL.Query().Get("name")
	s.mu.Lock()
	defer s.mu.Unlock()
	if cfg, _ := config.LoadBy(source.Read, s.path, s.app.Env, s.app.Trust); cfg != nil || s.paths == nil {
		s.paths = map[string]string{filepath.Base(s.path): s.path}
		if cfg != nil {
			for _, u := range cfg.Units {
				for _, f := range u.Files {
					s.paths[f.Name] = f.Path
				}
			}
		}
	}
	if file = s.paths[name]; file == "" {
		return "", "", &problem{http.StatusNotFound, "the project has no file `" + name + "`",
			"add it to files: in sqg.yaml"}
	}
	return name, file, nil
}

// read answers with a file.
func (s *server) read(w http.ResponseWriter, r *http.Request) error {
	name, file, err := s.named(r)
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return &problem{http.StatusNotFound, err.Error(), ""}
	}
	out := File{Name: name, URI: lsp.URI(file), Text: string(raw), Version: versionOf(raw)}
	if !filepath.IsLocal(name) {
		out.Locked = "the file is outside of the project's folder"
	}
	if _, err := source.Decode(file, raw); err != nil {
		out.Text, out.Locked = "", err.Error()
	}
	writeJSON(w, out)
	return nil
}

// Saved is a text to save.
type Saved struct {
	Text    string `json:"text"`
	Version string `json:"version"` // of the file that was edited
}

// save writes a file as it is in the editor, byte for byte, unless someone else has changed it.
func (s *server) save(w http.ResponseWriter, r *http.Request) error {
	name, _, err := s.named(r)
	if err != nil {
		return err
	}
	var in Saved
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return &problem{http.StatusBadRequest, err.Error(), ""}
	}
	s.mu.Lock() // one file is saved at a time
	defer s.mu.Unlock()
	before, err := s.now(name)
	if err != nil {
		return refused(name, err)
	}
	if versionOf(before) != in.Version {
		return &problem{http.StatusConflict, name + " has changed on disk", "load it, or save over it"}
	}
	if err := s.write(name, in.Text); err != nil {
		return refused(name, err)
	}
	writeJSON(w, map[string]string{"version": versionOf([]byte(in.Text))})
	return nil
}

func refused(name string, err error) error {
	return &problem{http.StatusForbidden, "cannot save " + name + ": " + err.Error(),
		"only files in the folder of sqg.yaml are written"}
}

// now is what a file of the folder has.
func (s *server) now(name string) ([]byte, error) {
	f, err := s.folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// write puts a text in the place of a file of the folder, whole or not at all. A link stays one: its file gets the
// text.
func (s *server) write(name, text string) (err error) {
	info, err := s.folder.Lstat(name)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return s.folder.WriteFile(name, []byte(text), 0)
	}
	stage := path.Join(path.Dir(name), ".sqg-"+rand.Text())
	f, err := s.folder.OpenFile(stage, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Close()); err == nil {
		err = s.folder.Rename(stage, name)
	}
	if err != nil {
		_ = s.folder.Remove(stage) // it may not be there
	}
	return err
}

func versionOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

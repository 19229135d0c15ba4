package app

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/creack/pty"
)

func TestProgress(t *testing.T) {
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	defer tty.Close()
	a := &App{Err: tty}
	start := time.Now()
	clock := start
	p := progress{out: tty, next: start.Add(time.Second), now: func() time.Time { return clock }}
	p.show(1, 9) // too early
	clock = start.Add(1100 * time.Millisecond)
	p.show(2, 9)
	p.show(3, 9) // too soon after
	clock = start.Add(1300 * time.Millisecond)
	p.show(4, 9)
	p.clear()
	want := "\r\x1b[Kchecking 2 of 9 statements\r\x1b[Kchecking 4 of 9 statements\r\x1b[K"
	got := make([]byte, len(want))
	if _, err := io.ReadFull(keys, got); err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}

	if show, _ := a.Progress(); show == nil {
		t.Error("no progress on a terminal")
	}
	a.JSON = true
	if show, _ := a.Progress(); show != nil {
		t.Error("progress beside JSON")
	}
	if show, _ := (&App{Err: &bytes.Buffer{}}).Progress(); show != nil {
		t.Error("progress in a file")
	}
}

package pgserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// process is a supervising shell and the server below it. The shell tidies up when its standard input closes: that is
// when sqg stops it, or has ended, in whatever way. What a terminal or a service manager sends to every process, it
// ignores: the server is stopped after sqg, not before.
type process struct {
	shell *exec.Cmd
	alive io.Closer  // closing it stops the server
	ended chan error // how the shell ended; nil while it is not to stop
	log   *serverLog
	owner io.Closer // held while the server is ours to end; nil for none
}

// supervise runs a script with /bin/sh. Descriptor 3 is for the server's log, further ones are the files given.
func supervise(script string, args []string, prepare func(*exec.Cmd), files ...*os.File) (*process, error) {
	logReader, logWriter, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer logWriter.Close()
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, "sqg-postgres"}, args...)...)
	prepare(cmd)
	cmd.ExtraFiles = append([]*os.File{logWriter}, files...)
	alive, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		logReader.Close()
		return nil, fmt.Errorf("PostgreSQL cannot be started: %w", err)
	}
	return &process{shell: cmd, alive: alive, log: readLog(logReader)}, nil
}

// startTime is how long a server may take to start.
const startTime = time.Minute

// ready waits until the server takes connections; if it cannot, all of it is gone afterwards.
func (p *process) ready(ctx context.Context, within time.Duration) error {
	var err error
	select {
	case <-p.log.ready:
		return nil
	case <-p.log.ended:
		err = fmt.Errorf("PostgreSQL did not start%s", indented(p.log.text()))
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(within):
		err = fmt.Errorf("PostgreSQL did not start within %v", within)
	}
	return errors.Join(err, p.Close())
}

// runs reports whether the server, which was ready once, has not ended.
func (p *process) runs() bool {
	select {
	case <-p.log.ended:
		return false
	default:
		return true
	}
}

// stop makes the server stop, without waiting for it.
func (p *process) stop() {
	if p.ended == nil {
		p.ended = make(chan error, 1)
		p.alive.Close()
		go func() { p.ended <- p.shell.Wait() }()
	}
}

// stopTime is how long a server may take to stop. PostgreSQL itself kills what does not obey after five seconds.
const stopTime = 15 * time.Second

// Close stops the server and waits until it is gone.
func (p *process) Close() error {
	p.stop()
	if p.owner != nil {
		defer p.owner.Close()
	}
	select {
	case err := <-p.ended:
		p.ended <- nil
		if err != nil { // a shell that was killed leaves its server to us
			return errors.Join(fmt.Errorf("stopping PostgreSQL: %w", err),
				ended(signalSession(p.shell, syscall.SIGQUIT)))
		}
		return nil
	case <-time.After(stopTime):
		return errors.Join(fmt.Errorf("PostgreSQL did not stop within %v", stopTime),
			signalSession(p.shell, syscall.SIGKILL))
	}
}

// ended is the error of a signal, none where nobody was left to take it.
func ended(err error) error {
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// serverLog reads a server's log as it is written.
type serverLog struct {
	ready chan struct{} // closed when the server takes connections
	ended chan struct{} // closed when the last process of the server has ended
	lines []string      // the last ones; to be read after ended only
}

// logLines is how many lines of a log are kept for an error message.
const logLines = 20

// readyLine is what every version writes to its log when it takes connections, those of a standby "read-only
// connections".
const readyLine = "database system is ready to accept "

func readLog(r io.ReadCloser) *serverLog {
	l := &serverLog{ready: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		defer r.Close()
		up := false
		for in := bufio.NewReader(r); ; {
			line, err := in.ReadString('\n')
			if line = strings.TrimSpace(line); line != "" {
				l.lines = append(l.lines, line)
				l.lines = l.lines[max(0, len(l.lines)-logLines):]
			}
			if !up && strings.Contains(line, readyLine) {
				up = true
				close(l.ready)
			}
			if err != nil {
				return
			}
		}
	}()
	return l
}

func (l *serverLog) text() string { return strings.Join(l.lines, "\n") }

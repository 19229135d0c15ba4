package initcmd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/target"
)

// wizard asks on a terminal for what the flags do not say: a numbered list and a line, which any terminal and any
// screen reader can show.
type wizard struct {
	in    io.Reader
	out   io.Writer
	lines <-chan string
}

func (w *wizard) ask(ctx context.Context, c choice) (choice, error) {
	w.lines = read(w.in)
	if c.generator == "" {
		fmt.Fprintln(w.out, "What should sqg generate?")
		for i, t := range target.All {
			fmt.Fprintf(w.out, "  %d  %-34s %s\n", i+1, t.ID(), t.Doc)
		}
		for c.generator == "" {
			line, err := w.line(ctx, "Number or name [1]: ")
			if err != nil {
				return c, err
			}
			if c.generator = pick(line); c.generator == "" {
				fmt.Fprintf(w.out, "There is no `%s` in the list.\n", line)
			}
		}
	}
	if c.output == "" {
		line, err := w.line(ctx, "Folder [.]: ")
		if err != nil {
			return c, err
		}
		c.output = line
	}
	return c, nil
}

// pick is the generator that an answer means: a number of the list, a name or nearly one; "" where it means none.
func pick(answer string) string {
	if answer == "" {
		answer = "1"
	}
	if n, err := strconv.Atoi(answer); err == nil {
		if n < 1 || n > len(target.All) {
			return ""
		}
		return target.All[n-1].ID()
	}
	if t := target.Find(answer); t != nil {
		return t.ID()
	}
	return diag.Nearest(answer, target.IDs())
}

// line asks one question. It ends with the run: Ctrl-C does not wait for an answer.
func (w *wizard) line(ctx context.Context, question string) (string, error) {
	fmt.Fprint(w.out, question)
	select {
	case line, open := <-w.lines:
		if open {
			return strings.TrimSpace(line), nil
		}
	case <-ctx.Done():
	}
	fmt.Fprintln(w.out)
	return "", app.Interrupted
}

// read hands out lines until the input ends.
func read(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

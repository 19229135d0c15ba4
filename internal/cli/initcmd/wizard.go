package initcmd

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/app"
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
		left := target.All
		for _, q := range questions {
			var err error
			if left, err = w.narrow(ctx, q, left); err != nil {
				return c, err
			}
		}
		c.generator = left[0].ID()
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

// question is about one part of a generator.
type question struct {
	text string
	part func(target.Target) string
	doc  func(target.Target) string
}

var questions = []question{
	{"Which language?", func(t target.Target) string { return t.Language }, nil},
	{"Which database?", func(t target.Target) string { return t.Engine }, nil},
	{"Which driver?", func(t target.Target) string { return cmp.Or(t.Driver, t.Package) },
		func(t target.Target) string { return t.Doc }},
}

// narrow asks which of the generators are meant; where there is no choice, it does not ask. Only a number or a name of
// the list is an answer: what is nearly one might be another.
func (w *wizard) narrow(ctx context.Context, q question, from []target.Target) ([]target.Target, error) {
	var answers []string
	by := map[string][]target.Target{}
	for _, t := range from {
		part := q.part(t)
		if by[part] == nil {
			answers = append(answers, part)
		}
		by[part] = append(by[part], t)
	}
	if len(answers) == 1 {
		return from, nil
	}
	fmt.Fprintln(w.out, q.text)
	for i, a := range answers {
		if q.doc == nil {
			fmt.Fprintf(w.out, "  %d  %s\n", i+1, a)
		} else {
			fmt.Fprintf(w.out, "  %d  %-16s %s\n", i+1, a, q.doc(by[a][0]))
		}
	}
	for {
		line, err := w.line(ctx, "Number or name [1]: ")
		if err != nil {
			return nil, err
		}
		for i, a := range answers {
			if line == strconv.Itoa(i+1) || strings.EqualFold(line, a) || line == "" && i == 0 {
				return by[a], nil
			}
		}
		fmt.Fprintf(w.out, "There is no `%s` in the list.\n", line)
	}
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

// Package browsertest opens pages in a real browser, for tests.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long Wait waits.
const patience = 20 * time.Second

// Page is a page that is open until the test ends.
type Page struct {
	Ctx context.Context // for chromedp

	t    *testing.T
	eval func(script string) (string, error) // the text that a script's promise gives
	mu   sync.Mutex
	said []string
}

// Open opens an address. Without a browser the test is skipped, and fails in CI.
func Open(t *testing.T, address string, more ...chromedp.ExecAllocatorOption) *Page {
	t.Helper()
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if p, err := exec.LookPath(name); err == nil {
			found = p
			break
		}
	}
	if found == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no Chromium to look at the page with")
		}
		t.Skip("there is no Chromium to look at the page with")
	}
	options := slices.Concat(chromedp.DefaultExecAllocatorOptions[:],
		[]chromedp.ExecAllocatorOption{chromedp.ExecPath(found), chromedp.NoSandbox,
			chromedp.WSURLReadTimeout(time.Minute)}, more)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &Page{Ctx: ctx, t: t, eval: func(script string) (string, error) {
		return chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	}}
	err := errors.Join(chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900)), chromedp.Listen(ctx, p.listen),
		chromedp.Do(ctx, chromedp.Navigate(address)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *Page) listen(event any) {
	said := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		if said = e.ExceptionDetails.Text; e.ExceptionDetails.Exception != nil {
			said += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		said = string(e.Type)
	case *log.EventEntryAdded:
		said = e.Entry.Text
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = append(p.said, said)
}

// Said is what the console says, and what the page could not do.
func (p *Page) Said() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.said)
}

// Ask is the value of a script, as text.
func (p *Page) Ask(script string) string {
	p.t.Helper()
	answer, err := p.eval("Promise.resolve(String(" + script + "))")
	if err != nil {
		p.t.Fatal(script, err)
	}
	return answer
}

// Expect compares the value of a script.
func (p *Page) Expect(script, want string) {
	p.t.Helper()
	if got := p.Ask(script); got != want {
		p.t.Errorf("%s is %q, not %q", script, got, want)
	}
}

// Wait waits until a script has a value. After some time without it, the test ends.
func (p *Page) Wait(script, want string) {
	p.t.Helper()
	got, err := p.eval(fmt.Sprintf(`new Promise((resolve, reject) => {
	  const end = Date.now() + %d;
	  const look = () => {
	    try {
	      const value = String(%s);
	      if (value === %s || Date.now() > end) resolve(value);
	      else setTimeout(look, 10);
	    } catch (error) {
	      reject(error);
	    }
	  };
	  look();
	})`, patience.Milliseconds(), script, quoted(want)))
	if err != nil || got != want {
		p.t.Fatalf("%s is %q, not %q: %v", script, got, want, err)
	}
}

// WaitFor waits until the text of an element contains something.
func (p *Page) WaitFor(selector, part string) {
	p.t.Helper()
	p.Wait("(document.querySelector(`"+selector+"`)?.textContent ?? '').includes("+quoted(part)+") || document.querySelector(`"+selector+"`)?.textContent", "true")
}

// Click clicks the first of the elements whose text starts with something.
func (p *Page) Click(selector, text string) {
	p.t.Helper()
	p.Expect("((e) => (e?.click(), !!e))([...document.querySelectorAll(`"+selector+"`)].find((e) => e.textContent.trim().startsWith("+quoted(text)+")))", "true")
}

// quoted is a text as JavaScript has it.
func quoted(text string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(text) + "`"
}

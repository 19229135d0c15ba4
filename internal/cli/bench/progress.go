package bench

import (
	"fmt"

	"github.com/schollz/progressbar/v3"

	"github.com/sqg-dev/sqg/internal/cli/app"
)

// progress shows how far a suite is: a bar on a terminal, else a line for each step of the preparation and each
// tenth of the runs.
type progress struct {
	a   *app.App
	bar *progressbar.ProgressBar
}

func (p *progress) step(title string) {
	if !p.a.JSON {
		fmt.Fprintln(p.a.Err, title)
	}
}

func (p *progress) run(done, total int, title string) {
	if p.a.JSON {
		return
	}
	if !app.Terminal(p.a.Err) {
		if tenth := 10 * done / total; tenth > 10*(done-1)/total {
			fmt.Fprintf(p.a.Err, "%d of %d runs\n", done, total)
		}
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.a.Err), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	}
	p.bar.Describe(title)
	_ = p.bar.Set(done) // what a terminal does not show is no error of the suite
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// Package compile is the pipeline: config and annotated SQL in, models and rendered files out. It reads files and talks
// to scratch databases; it writes nothing.
package compile

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Options of a run. The zero value is a plain run.
type Options struct {
	Version  string
	Cache    *Cache                // what earlier runs of this process left; nil for a single run
	Until    context.Context       // ends the run between two statements, so that databases stay of use; nil for never
	Progress func(done, total int) // called after each statement
	Plan     string                // the statement whose plan shall be in the model; "" for none
	With     []string              // what is given where that plan is made, as of ir.Given
	Try      func(analyze.Tried)   // takes the statement of that plan, to run it; nil for no one to take it

	Review bool // say what migrations do to programs that run meanwhile
	Views  bool // the views of the schema shall be in the models

	Read source.Reader // loads SQL files; nil for those on disk
	// Analysed is told what is wrong with the SQL before anything is rendered, which may take longer than to find that
	// out; nil for no one to tell.
	Analysed func(*Result)

	Getenv func(string) string // the environment that engines look into; nil for the process's own
	Log    func(string)        // takes what an engine says of its server; nil for no one to tell

	// Stage is told when a stage of the run starts, and its result when that ends; nil for no one to tell.
	Stage func(name string) (end func())
}

// OutFile is a rendered file.
type OutFile struct {
	Path string // to write
	Text string
	Span source.Span // of the output: that it comes from, for messages
}

// Result is what a run found and made. Files is complete only where Diags holds no error.
type Result struct {
	Models []*ir.Model // per unit and engine
	Known  []Known     // the same, and of those in which something is wrong what is not
	Files  []OutFile
	Diags  diag.List
}

// Known is what is known of a unit for an engine.
type Known struct {
	Unit, Engine string
	Blocks       []*syntax.Block
	Model        *ir.Model // nil where its schema is wrong
	Schema       int       // tells scratch databases of a cache apart
}

// Run compiles every unit of a config.
func Run(ctx context.Context, cfg *config.Config, opts Options) *Result {
	r, done := newRun(ctx, opts)
	defer done()
	sources, files := sourcesOf(cfg), r.readUnits(cfg)
	models := make([]map[string]*ir.Model, len(cfg.Units))
	for i := range cfg.Units {
		models[i] = r.unit(&cfg.Units[i], files[i], sources)
		r.leave()
	}
	if r.Analysed != nil {
		r.Analysed(r.result)
	}
	for i, u := range cfg.Units {
		for _, g := range u.Gens {
			if m := models[i][g.Target.Engine]; m != nil && !r.stopped() {
				r.render(m, g, u.Project)
			}
		}
	}
	r.support()
	return r.result
}

// Models compiles every unit of a config as far as the model, for the engines of its generators. engineName is for
// units without any; "" leaves those out.
func Models(ctx context.Context, cfg *config.Config, engineName string, opts Options) *Result {
	r, done := newRun(ctx, opts)
	defer done()
	sources, files := sourcesOf(cfg), r.readUnits(cfg)
	for i, u := range cfg.Units {
		var engines []string
		for _, g := range u.Gens {
			if !slices.Contains(engines, g.Target.Engine) {
				engines = append(engines, g.Target.Engine)
			}
		}
		if len(engines) == 0 && engineName != "" {
			engines = []string{engineName}
		}
		for _, e := range engines {
			r.model(e, u.Name, files[i], sources, settingsOf(&u, e))
		}
		r.leave()
	}
	return r.result
}

// sources are those of a config, by name.
type sources struct {
	files     map[string]string           // paths, from where sqg runs
	databases map[string]analyze.Database // nil where there is no config to list them

	folder     string        // the project's
	duckdb     string        // the release that analyses
	loaded     []string      // DuckDB's extensions, by name or as files
	functions  []ir.Function // that programs register with SQLite
	collations []string      // the same
	extensions []string      // of PostgreSQL, to install first
	unsafe     []string      // names of blocks that run as a superuser
}

func sourcesOf(cfg *config.Config) sources {
	out := sources{map[string]string{}, map[string]analyze.Database{}, cfg.Dir, cfg.DuckDB, cfg.DuckDBExtensions,
		cfg.Functions, cfg.Collations, cfg.Extensions, cfg.Unsafe}
	for _, s := range cfg.Sources {
		if s.Type == "postgres" {
			out.databases[s.Name] = analyze.Database{Address: s.URL, Writable: s.Mode == "read-write"}
		} else {
			out.files[s.Name] = s.File(cfg.Dir)
		}
	}
	return out
}

// registeredIn are the functions and collations that are mentioned in files.
func (s sources) registeredIn(files []inputFile) (list []string) {
	mentioned := func(name string) bool {
		word := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(name) + `\b`)
		return slices.ContainsFunc(files, func(f inputFile) bool { return word.MatchString(f.Text) })
	}
	for _, f := range s.functions {
		if mentioned(f.Name) {
			list = append(list, f.String())
		}
	}
	for _, name := range s.collations {
		if mentioned(name) {
			list = append(list, "the collation "+name)
		}
	}
	return list
}

// hintSources tells what a source lacks that a statement does not find: a BASELINE block attaches it.
func hintSources(diags []diag.Diagnostic, blocks []*syntax.Block, databases map[string]analyze.Database) {
	for name := range databases {
		if slices.ContainsFunc(blocks, func(b *syntax.Block) bool { return b.Mods.Source == name }) {
			continue
		}
		for i := range diags {
			if d := &diags[i]; strings.Contains(d.Msg, `schema "`+name+`" does not exist`) ||
				strings.Contains(d.Msg, `atalog "`+name+`" does not exist`) {
				d.Hint = "write down what the source has: -- BASELINE schema :source=" + name +
					", and its CREATE TABLE statements below"
			}
		}
	}
}

// Analyze compiles bare files for one engine, without a config, as far as the model.
func Analyze(ctx context.Context, engineName, name string, files []config.InputFile, opts Options) *Result {
	r, done := newRun(ctx, opts)
	defer done()
	r.model(engineName, name, r.read(files), sources{}, settings{})
	return r.result
}

type run struct {
	Options
	once   bool // nothing of this run is of use to a later one
	ctx    context.Context
	result *Result
	needs  []folderNeed
	texts  map[string]*source.File // read so far, by path; nil for what cannot be read
}

func newRun(ctx context.Context, opts Options) (r *run, done func()) {
	if opts.Getenv == nil {
		opts.Getenv = os.Getenv
	}
	if opts.Log == nil {
		opts.Log = func(string) {}
	}
	if opts.Read == nil {
		opts.Read = source.Read
	}
	r = &run{Options: opts, ctx: ctx, result: &Result{}, texts: map[string]*source.File{}}
	if opts.Cache == nil {
		r.Cache, r.once = NewCache(), true
		return r, func() {
			if err := r.Cache.Close(); err != nil {
				d := unavailable("cannot tidy up", err)
				d.Severity = diag.Warning // what was found and made stands
				r.result.Diags.Add(d)
			}
		}
	}
	return r, func() {}
}

// grace is how long a schema that is being applied has after Until. Mostly it is of use to the next run, but some
// migrations have no end.
const grace = 2 * time.Second

// patient is a context that ends by then.
func (r *run) patient() (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(r.ctx)
	if r.Until == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(r.Until, func() { time.AfterFunc(grace, cancel) })
	return ctx, func() { stop(); cancel() }
}

// stopped reports whether Until has ended the run.
func (r *run) stopped() bool { return r.Until != nil && r.Until.Err() != nil }

// leave closes a unit's scratch databases: a server of its own may be behind each, and no other unit looks into it.
func (r *run) leave() {
	if !r.once {
		return
	}
	if err := r.Cache.closeSessions(); err != nil {
		r.Log("closing a scratch database: " + err.Error())
	}
}

// unit analyses a unit once per engine that its generators are for.
func (r *run) unit(u *config.Unit, files []inputFile, from sources) map[string]*ir.Model {
	models := map[string]*ir.Model{}
	for _, g := range u.Gens {
		name := g.Target.Engine
		if _, done := models[name]; !done {
			models[name] = r.model(name, u.Name, files, from, settingsOf(u, name))
		}
	}
	if len(u.Gens) == 0 {
		r.result.Diags.Add(diag.Diagnostic{Code: diag.ConfigValue, Severity: diag.Warning, Span: u.Span,
			Msg: fmt.Sprintf("unit %s has no gen: entry, so nothing is checked or generated", u.Name)})
	}
	return models
}

type inputFile struct {
	*source.File
	name string
}

// readUnits reads the files of all units at once, each of them once: what is edited while a run lasts must not be in
// one unit's output and not in the next one's.
func (r *run) readUnits(cfg *config.Config) [][]inputFile {
	files := make([][]inputFile, len(cfg.Units))
	for i, u := range cfg.Units {
		files[i] = r.read(u.Files)
	}
	return files
}

func (r *run) read(in []config.InputFile) []inputFile {
	var files []inputFile
	for _, f := range in {
		file, have := r.texts[f.Path]
		if !have {
			var err error
			if file, err = r.Read(f.Path); err != nil {
				r.result.Diags.Add(diag.Unreadable(f.Path, err))
			}
			r.texts[f.Path] = file
		}
		if file != nil {
			files = append(files, inputFile{file, f.Name})
		}
	}
	return files
}

// settings of a unit for an engine.
type settings struct {
	config.Analysis
	migrated  bool // applyMigrations() of a program runs the migrations
	reads     bool // a program has a type of what only reads
	plainRows bool // a driver of a program reads no lists and no ranges in a row that a statement makes
}

func settingsOf(u *config.Unit, engineName string) settings {
	s := settings{Analysis: u.Analysis}
	for _, g := range u.Gens {
		if g.Target.Engine == engineName {
			s.migrated, s.plainRows = s.migrated || g.Options.Migrations, s.plainRows || g.Target.PlainRows
			s.reads = s.reads || g.Options.Reader
		}
	}
	return s
}

// model parses and analyses files for an engine; nil where that failed. A fault of sqg itself becomes a diagnostic.
func (r *run) model(engineName, name string, files []inputFile, from sources, how settings) (m *ir.Model) {
	defer func() {
		if p := recover(); p != nil {
			m = nil
			r.result.Diags.Add(internalFault("analysing unit "+name, p))
		}
	}()
	e := Engines[engineName]
	in := analyze.Input{Name: ir.NewName(name), Engine: e.Info, Sources: from.files, Databases: from.databases,
		Finite: how.Finite, AsWritten: how.AsWritten, PlainRows: how.plainRows, Reads: how.reads,
		NoModels: how.NoModels, Plan: r.Plan, With: r.With, Try: r.Try, Views: r.Views}
	for _, t := range how.Rename {
		in.Rename = append(in.Rename, analyze.Named(t))
	}
	if engineName == engine.SQLite.Name {
		in.Registered = from.registeredIn(files)
	}
	if engineName == engine.DuckDB.Name {
		for _, name := range from.loaded {
			in.Extensions = append(in.Extensions, extension.NameOf(name))
		}
		if how.DuckLake && !slices.Contains(in.Extensions, extension.DuckLake.Name) {
			in.Extensions = append(in.Extensions, extension.DuckLake.Name)
		}
	}
	bad := false
	end := r.stage("parse")
	for _, f := range files {
		blocks, diags := r.Cache.parse(engineName, f.File, e.Dialect)
		r.result.Diags.Add(diags...)
		bad = bad || diag.Failed(diags)
		in.Blocks = append(in.Blocks, blocks...)
		in.Files = append(in.Files, analyze.File{Name: f.name, Path: f.Path})
	}
	end()
	in.Step, in.Until = r.stepper(in.Blocks), r.Until
	known := &Known{Unit: name, Engine: engineName, Blocks: in.Blocks}
	defer func() { r.result.Known = append(r.result.Known, *known) }()
	if brokenSchema(in.Blocks) {
		return nil // what the engine would say of the rest follows from that
	}
	end = r.stage("schema")
	env := engine.Environment{Getenv: r.Getenv, Log: r.Log, Again: !r.once,
		Files: slices.Sorted(maps.Values(from.files)), DuckDB: from.duckdb, Extensions: from.extensions,
		DuckDBExtensions: from.loaded, Functions: from.functions, Collations: from.collations,
		Samples: samples(in.Blocks, from.folder)}
	ctx, done := r.patient()
	defer done()
	schema := schema{schemaText(in.Blocks, from, how), in.Blocks}
	session, diags, err := r.Cache.open(ctx, env, sessionKey{engineName, name}, schema,
		func(s engine.Session) (found []diag.Diagnostic) {
			if lake, ok := s.(engine.Lake); ok && how.DuckLake {
				if err := lake.InLake(ctx); err != nil {
					return []diag.Diagnostic{unavailable("cannot open a scratch DuckLake", err)}
				}
			}
			scratch := func(ctx context.Context) (engine.Session, error) {
				return r.Cache.host(engine.Postgres.Name, env).Open(ctx)
			}
			databases := analyze.Databases{Known: from.databases, Scratch: scratch, Unsafe: from.unsafe,
				Migrated: how.migrated}
			if r.Review || !r.once { // a later run may review what the cache has
				databases.Warn = func(d diag.Diagnostic) { found = append(found, d) }
			}
			failed := analyze.Schema(ctx, s, in.Blocks, databases)
			return append(found, failed...)
		})
	end()
	for _, d := range diags {
		if r.Review || d.Code != diag.BusyTable {
			r.result.Diags.Add(d)
		}
	}
	if err != nil {
		r.result.Diags.Add(unavailable(fmt.Sprintf("cannot open a scratch %s database", e.Title), err))
	}
	if session == nil {
		return nil
	}
	end = r.stage("analyze")
	m, diags = analyze.Unit(r.ctx, session, in)
	end()
	known.Model, known.Schema, session.whole = m, session.number, m != nil
	hintSources(diags, in.Blocks, from.databases)
	r.result.Diags.Add(diags...)
	if m == nil && !r.stopped() {
		r.Cache.forget(sessionKey{engineName, name}) // its database failed: the next run needs another
	}
	if m == nil || bad || diag.Failed(diags) {
		return nil
	}
	r.result.Models = append(r.result.Models, m)
	return m
}

// unavailable reports what is wrong with the engine's surroundings.
func unavailable(doing string, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.Environment, Msg: fmt.Sprintf("%s: %v", doing, err)}
	var e *engine.Error
	if errors.As(err, &e) {
		d.Hint = e.Hint
	}
	return d
}

func brokenSchema(blocks []*syntax.Block) bool {
	for _, b := range blocks {
		if b.IsScript() && b.Broken {
			return true
		}
	}
	return false
}

// stage starts a stage; what it returns ends it.
func (r *run) stage(name string) (end func()) {
	if r.Stage == nil {
		return func() {}
	}
	return r.Stage(name)
}

// stepper counts statements for progress.
func (r *run) stepper(blocks []*syntax.Block) func() {
	if r.Progress == nil {
		return nil
	}
	total, done := 0, 0
	for _, b := range blocks {
		if b.Kind == syntax.Query || b.Kind == syntax.Exec {
			total++
		}
	}
	return func() { done++; r.Progress(done, total) }
}

// render plans and renders one output.
func (r *run) render(m *ir.Model, g config.Gen, project string) {
	defer func() {
		if p := recover(); p != nil {
			r.result.Diags.Add(internalFault("rendering "+g.Target.ID(), p))
		}
	}()
	defer r.stage("render")()
	named := *m
	switch {
	case g.Name != "":
		named.Name = ir.NewName(g.Name)
	case g.File != "" && g.Target.FileNamesClass:
		named.Name = ir.NewName(strings.TrimSuffix(g.File, g.Target.Extension()))
	}
	if folder, err := filepath.Abs(g.Dir); err == nil {
		g.Options.Folder = filepath.Base(folder)
	}
	p, diags := plan.Build(&named, g.Target, g.Options, project, r.Version)
	r.result.Diags.Add(diags...)
	out, diags := plan.Lay(p)
	if r.result.Diags.Add(diags...); len(diags) > 0 {
		return // a renderer would find the same names
	}
	rendered := Languages[g.Target.Language].Render(out)
	r.addRendered(rendered.Diags)
	if g.File != "" {
		r.nameFile(g, rendered.Files)
	}
	r.add(g.Dir, rendered.Files, g.Output)
	if len(rendered.Need.Names) > 0 {
		rendered.Need.Output = g.Output
		r.needs = append(r.needs, folderNeed{filepath.Clean(g.Dir), rendered.Need})
	}
}

// nameFile gives the only file of an output the name that the config has for it.
func (r *run) nameFile(g config.Gen, files []emit.File) {
	fail := func(hint, format string, args ...any) {
		r.result.Diags.Add(diag.Diagnostic{Code: diag.ConfigValue, Span: g.Output, Msg: fmt.Sprintf(format, args...),
			Hint: hint})
	}
	switch {
	case len(files) == 0:
	case g.Options.Classes == "file":
		fail("name the folder only", "`classes: file` makes a file of each SQL file")
	case g.Target.FileNamesClass && files[0].Name != g.File:
		fail("write `"+files[0].Name+"`, or name the folder only",
			"%s files are named after their class, which would be %s", g.Target.Language, files[0].Name)
	default:
		files[0].Name = g.File
	}
}

func (r *run) add(dir string, files []emit.File, span source.Span) {
	for _, f := range files {
		r.result.Files = append(r.result.Files,
			OutFile{Path: filepath.Join(dir, filepath.FromSlash(f.Name)), Text: f.Text, Span: span})
	}
}

// folderNeed is what an output needs of the support files in its folder.
type folderNeed struct {
	dir  string
	need core.Need
}

// support renders the support files, once per folder and language, for all outputs that go there.
func (r *run) support() {
	for len(r.needs) > 0 {
		first := r.needs[0]
		language := first.need.Target.Language
		var here []core.Need
		r.needs = slices.DeleteFunc(r.needs, func(n folderNeed) bool {
			same := n.dir == first.dir && n.need.Target.Language == language
			if same {
				here = append(here, n.need)
			}
			return same
		})
		files, diags := Languages[language].Support(r.Version, here)
		for i := range diags {
			if diags[i].Span == (source.Span{}) {
				diags[i].Span = first.need.Output
			}
		}
		r.addRendered(diags)
		r.add(first.dir, files, first.need.Output)
	}
}

// addRendered adds what a renderer reports. A clash in one language mostly is one in all: one report of a place is
// enough.
func (r *run) addRendered(diags []diag.Diagnostic) {
	for _, d := range diags {
		if d.Code != diag.NameClash || !r.result.Diags.Has(d.Code, d.Span) {
			r.result.Diags.Add(d)
		}
	}
}

func internalFault(doing string, p any) diag.Diagnostic {
	return diag.Diagnostic{Code: diag.Internal, Msg: fmt.Sprintf("%s failed: %v", doing, p),
		Hint:  "this is a fault of sqg: please report it with the SQL that shows it",
		Notes: []diag.Note{{Msg: string(debug.Stack())}}}
}

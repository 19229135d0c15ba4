package rust

import (
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.rs
var preludeFiles embed.FS

// prelude is the helpers of a driver, from these files, what its engine's data says of transactions, and the SQL of its
// table of migrations. What the first file imports, it imports for all.
func prelude(id string, files ...string) *core.Prelude {
	return core.Made(func() []core.Definition {
		var all []item
		var common []string
		defined, byDefault := map[string]bool{}, provided{}
		files := append(slices.Clone(files), "named", "optional", "page", "page_uuid", "page_decimal", "page_chrono",
			"transaction")
		sources := make([]string, len(files))
		for i, name := range files {
			source, err := preludeFiles.ReadFile("prelude/" + name + ".rs")
			if err != nil {
				panic(err)
			}
			sources[i] = string(source)
			byDefault.find(sources[i])
		}
		for i, name := range files {
			uses, body := split(sources[i])
			if i == 0 {
				common = uses
			}
			for _, it := range items(body, byDefault) {
				it.File, it.Imports = name, imported(it.Text, it.tokens, slices.Concat(common, uses))
				defined[it.Name] = true
				all = append(all, it)
			}
		}
		for _, it := range items(transactions(id), nil) {
			defined[it.Name] = true
			all = append(all, it)
		}
		definitions := make([]core.Definition, len(all))
		for i, it := range all {
			definitions[i] = it.Definition
			definitions[i].Of = append(it.Of, it.of(defined)...)
		}
		return append(definitions, core.Definition{Name: "TRACKING", Text: tracking(id), Uses: []string{"Tracking"}})
	})
}

// importing matches a line that imports something for a whole file.
var importing = lazy(`^(pub )?use `)

// split is what a file imports, and its other items.
func split(source string) (uses []string, body string) {
	var rest []string
	for l := range strings.SplitSeq(source, "\n") {
		if importing().MatchString(l) {
			uses = append(uses, strings.TrimSuffix(l, ";"))
		} else {
			rest = append(rest, l)
		}
	}
	return uses, strings.TrimSpace(strings.Join(rest, "\n"))
}

// methodsOf tells where a trait is imported for its methods.
var methodsOf = map[string]func() *regexp.Regexp{
	"Array":        lazy(`\bbatch\.(is_empty|len)\(`),
	"AsArray":      lazy(`\.as_(dictionary|list|map|primitive|struct)`),
	"BufMut":       lazy(`\.put_[a-z]`),
	"BuildHasher":  lazy(`\.build_hasher\(`),
	"Datelike":     lazy(`\.(day|month|year)\(`),
	"FutureExt":    lazy(`\.now_or_never\(`),
	"Hasher":       lazy(`\.finish\(\)`),
	"SinkExt":      lazy(`\.(close|feed|send)\(`),
	"StreamExt":    lazy(`\.next\(\)\.await|\.poll_next_unpin\(`),
	"Timelike":     lazy(`\.(hour|minute|second|nanosecond|num_seconds_from_midnight)\(`),
	"TryFutureExt": lazy(`\brun\.map_err\(|\bfound\.map_err\(\|e\| e\.within\(statement`),
}

// imported is what an item needs of uses, each by itself.
func imported(text string, tokens, uses []string) (imports []string) {
	named := map[string]bool{}
	for i, t := range tokens {
		if i == 0 || tokens[i-1] != "::" || tokens[i-2][0] >= 'a' && ours(tokens[:i]) {
			named[t] = true
		}
	}
	for _, u := range uses {
		from, what := parted(u)
		for w := range strings.SplitSeq(what, ", ") {
			name := w[strings.LastIndex(w, " ")+1:]
			if named[name] || methodsOf[name] != nil && methodsOf[name]().MatchString(text) {
				imports = append(imports, from+w)
			}
		}
	}
	return imports
}

// parted is where something is imported from, up to its name, and what.
func parted(use string) (from, what string) {
	i := max(strings.LastIndex(use, "::")+len("::"), len(importing().FindString(use)))
	return use[:i], strings.Trim(use[i:], "{}")
}

// tracking is the SQL of the table of migrations.
func tracking(id string) string {
	var b strings.Builder
	b.WriteString("const TRACKING: Tracking = Tracking {\n")
	plan.TrackingOf(target.Find(id)).Each(func(name, sql string) {
		b.WriteString(assigned("    "+name+":", quote(sql), ",") + "\n")
	})
	return b.String() + "};"
}

// Support writes the module with the helpers that the outputs of a folder need.
func Support(version string, needs []core.Need) ([]emit.File, []diag.Diagnostic) {
	first, names := needs[0], map[string]bool{}
	d := driverOf(first.Target)
	for _, n := range needs {
		if n.Target != first.Target {
			return nil, []diag.Diagnostic{{Code: diag.ConfigValue, Span: n.Output, Hint: "name a folder for each",
				Msg: "the code of " + first.Target.ID() + " and of " + n.Target.ID() + " goes to one folder"}}
		}
		maps.Copy(names, n.Names)
	}
	var uses []string
	var text strings.Builder
	wanted := d.prelude.Closure(names)
	for i, it := range wanted {
		uses = append(uses, it.Imports...)
		begins := i == 0 || it.Block == "" || wanted[i-1].Block != it.Block
		ends := i == len(wanted)-1 || it.Block == "" || wanted[i+1].Block != it.Block
		switch {
		case i == 0:
		case line().MatchString(it.Text) && line().MatchString(wanted[i-1].Text):
			text.WriteString("\n")
		default:
			text.WriteString("\n\n")
		}
		if begins && it.Block != "" {
			text.WriteString(it.Block + "\n")
		}
		text.WriteString(it.Text)
		if ends && it.Block != "" {
			text.WriteString("\n}")
		}
	}
	head := "// " + plan.SupportNotice(version) + "\n\n#![allow(dead_code)]\n\n" + imports(uses) + "\n"
	return []emit.File{{Name: supportFile + ".rs", Text: head + text.String() + "\n"}}, nil
}

// Closures are support files for one helper each, with all that it uses. They are for a test: each has to compile.
func Closures(t *target.Target) (texts []string) {
	for _, it := range driverOf(t).prelude.All() {
		if strings.HasSuffix(it.Name, "!") {
			continue // what a macro uses is not compiled until it is called
		}
		names := map[string]bool{it.Name: true}
		for _, of := range it.Of {
			names[of], names[strings.Replace(of, ">", "<", 1)] = true, true
		}
		files, _ := Support("0.0.0", []core.Need{{Target: t, Names: names}})
		if text := files[0].Text; !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// imports are the imports of several files as one would have them: those of the standard library first, those that are
// handed on last.
func imports(uses []string) string {
	leaves := map[string][]string{} // what is imported, by where it is
	for _, u := range uses {
		from, what := parted(u)
		if what[0] >= 'a' { // a module stands alone
			from, what = u, ""
		}
		if !slices.Contains(leaves[from], what) {
			leaves[from] = append(leaves[from], what)
		}
	}
	var groups [3][]string
	for from, what := range leaves {
		slices.Sort(what)
		line := from + what[0]
		if len(what) > 1 {
			line = from + "{" + strings.Join(what, ", ") + "}"
		}
		i := 1
		switch {
		case strings.HasPrefix(line, "pub "):
			i = 2
		case strings.HasPrefix(line, "use std::"):
			i = 0
		}
		groups[i] = append(groups[i], line+";\n")
	}
	var out []string
	for _, g := range groups {
		if slices.Sort(g); len(g) > 0 {
			out = append(out, strings.Join(g, ""))
		}
	}
	return strings.Join(out, "\n")
}

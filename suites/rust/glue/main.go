// Command glue writes what Rust has no reflection for: calls of generated methods by the names of their statements,
// with values that are read from text, and results in a form that can be compared. It reads the generated modules.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	structs  = regexp.MustCompile(`(?s)pub struct (\w+) \{(.*?)\n?\}`)
	fields   = regexp.MustCompile(`(?m)^    pub ([^\s:]+):\s+(.+),$`)
	composed = regexp.MustCompile(`sqg::composite! \{\s+(\w+)`)
	choices  = regexp.MustCompile(`sqg::named! \{\s+(\w+)`)
	enums    = regexp.MustCompile(`pub enum (\w+) `)
	handles  = regexp.MustCompile(`pub struct (\w+)<'c>`)
	methods  = regexp.MustCompile(`(?s)    pub (?:async )?fn (\S+?)\(\s*(&self.*?),?\s*\) -> (?:impl Future<Output = )?sqg::Result<(.*?)>(?:> \+ Send)? \{\n`)
	newline  = regexp.MustCompile(`\s*\n\s*`)
	itemType = regexp.MustCompile(`Source<(.+)>$`) // of a parameter, and so of the last
)

type field struct{ name, typ string }

func fieldsOf(body string) (all []field) {
	for _, f := range fields.FindAllStringSubmatch(body, -1) {
		all = append(all, field{f[1], f[2]})
	}
	return all
}

func main() {
	for _, folder := range os.Args[1:] {
		if err := write(folder); err != nil {
			log.Fatal(err)
		}
	}
}

func write(folder string) error {
	files, err := filepath.Glob(filepath.Join("src", folder, "*.rs"))
	if err != nil {
		return err
	}
	async, await, err := waits(folder)
	if err != nil {
		return err
	}
	var mods, glue, calls, scripts strings.Builder
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".rs")
		if name == "mod" {
			continue
		}
		mods.WriteString("pub mod " + name + ";\n")
		if name == "sqg" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if folder == "duckdb" && name == "types" { // of which there is no contract, but of each value
			families(&glue, string(text))
		} else {
			unit(&glue, folder, name, string(text), async, await)
			fmt.Fprintf(&calls, "        %q => %s::call(db, step)%s,\n", name, module(name), await)
		}
		migrations := "vec![]"
		if strings.Contains(string(text), "pub fn migrations()") {
			migrations = fmt.Sprintf("sqg_suite::%s::%s::%s::migrations().collect()", folder, module(name),
				handles.FindStringSubmatch(string(text))[1])
		}
		fmt.Fprintf(&scripts, "        %q => %s,\n", name, migrations)
	}
	glue.WriteString("pub " + async +
		"fn call(unit: &str, db: &Db, step: &mut Step<'_>) -> Outcome {\n    match unit {\n" + calls.String() +
		"        _ => Err(format!(\"no unit {unit}\").into()),\n    }\n}\n\npub fn migrations(unit: &str) -> Vec<&'static str> {\n    match unit {\n" +
		scripts.String() + "        _ => panic!(\"no unit {unit}\"),\n    }\n}\n")
	if err := os.WriteFile(filepath.Join("src", folder, "mod.rs"), []byte(mods.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("tests", "contract", folder+"_units.rs"),
		[]byte("use crate::"+folder+"::Db;\nuse crate::player::*;\n\n"+glue.String()), 0o644)
}

func module(name string) string {
	if name == "type" || name == "match" {
		return "r#" + name
	}
	return name
}

// waits is what the functions of a folder's glue have in front and behind, where its driver is asynchronous.
func waits(folder string) (async, await string, err error) {
	text, err := os.ReadFile(filepath.Join("src", folder, "sqg.rs"))
	if strings.Contains(string(text), "pub async fn") {
		return "async ", ".await", err
	}
	return "", "", err
}

// unit writes the calls of one module.
func unit(out *strings.Builder, folder, name, text, async, await string) {
	fmt.Fprintf(out,
		"mod %s {\n    use super::*;\n    #[allow(unused_imports)]\n    use sqg_suite::%s::{%s::*, sqg};\n\n",
		module(name), folder, module(name))
	types, known, composite := map[string][]field{}, map[string]bool{}, map[string]bool{}
	for _, m := range composed.FindAllStringSubmatch(text, -1) {
		composite[m[1]] = true
	}
	for _, m := range structs.FindAllStringSubmatch(text, -1) {
		all := fieldsOf(m[2])
		if strings.Contains(m[0], "<'c>") {
			continue
		}
		of := "composite"
		if !composite[m[1]] {
			of, types[m[1]] = "row", all
		}
		fmt.Fprintf(out, "    %s!(%s", of, m[1])
		for _, f := range all {
			fmt.Fprintf(out, ", %s: %s", f.name, f.typ)
		}
		out.WriteString(");\n")
	}
	for _, m := range choices.FindAllStringSubmatch(text, -1) {
		known[m[1]] = true
		fmt.Fprintf(out, "    choice!(%s);\n", m[1])
	}
	for _, m := range enums.FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			fmt.Fprintf(out, "    label!(%s);\n", m[1])
		}
	}
	handle := handles.FindStringSubmatch(text)[1]
	fmt.Fprintf(out,
		"\n    pub %sfn call(db: &Db, step: &mut Step<'_>) -> Outcome {\n        let app = %s::new(db);\n        let _ = &app;\n        match step.key().as_str() {\n", async, handle)
	for _, at := range methods.FindAllStringSubmatchIndex(text, -1) {
		part := func(i int) string { return newline.ReplaceAllString(text[at[2*i]:at[2*i+1]], " ") }
		body, _, _ := strings.Cut(text[at[1]:], "\n    }\n")
		method(out, types, part(1), part(2), part(3), await, strings.Contains(body, ".only"))
	}
	out.WriteString("            key => Err(format!(\"no method {key}\").into()),\n        }\n    }\n}\n\n")
}

func key(name string) string {
	return strings.ToLower(regexp.MustCompile(`[^\pL\pM\pN]`).ReplaceAllString(strings.TrimPrefix(name, "r#"), ""))
}

// method writes the call of a method; a sure one has a row to return.
func method(out *strings.Builder, types map[string][]field, name, params, result, await string, sure bool) {
	var args []string
	for _, p := range split(params)[1:] {
		param, typ, _ := strings.Cut(p, ": ")
		switch {
		case param == "handle" || strings.Contains(p, "impl "):
			if m := itemType.FindStringSubmatch(typ); m != nil {
				args = append(args, fmt.Sprintf("step.values::<%s>()?", m[1]))
			}
		default:
			args = append(args, argument(typ, types))
		}
	}
	convert := "rows"
	if strings.HasPrefix(result, "sqg::Page<") { // from the first page to the last, and back
		fmt.Fprintf(out,
			"            %s => {\n                let mut params = %s;\n                let mut pages = step.walk();\n                loop {\n                    "+
				"let page = app.%s(&params)%s;\n                    let page = page.map(|page| (page.rows, page.next, page.previous));\n                    "+
				"match pages.turn(page)? {\n                        Some((after, before)) => (params.after, params.before) = (after, before),\n                        "+
				"None => break Ok(()),\n                    }\n                }\n            }\n", pattern(name),
			strings.TrimPrefix(args[0], "&"), name, await)
		return
	}
	switch {
	case itemType.MatchString(params) && result != "u64":
		convert = "found"
	case strings.HasPrefix(result, "sqg::Rows<") || strings.HasPrefix(result, "sqg::Gathered<"):
		convert = map[bool]string{true: "iterated", false: "streamed"}[await == ""]
	case sure:
		convert = "sure"
	case strings.HasPrefix(result, "Option<"):
		convert = "row"
	case result == "u64":
		convert = "count"
	case result == "()":
		convert = "done"
	}
	fmt.Fprintf(out, "            %s => step.%s(app.%s(%s)%s)", pattern(name), convert, name, strings.Join(args, ", "),
		await)
	if convert == "streamed" {
		out.WriteString(".await")
	}
	out.WriteString(",\n")
}

// pattern matches a method's name. One that starts with a digit in SQL has an x in front.
func pattern(name string) string {
	k := key(name)
	if len(k) > 1 && k[0] == 'x' && k[1] <= '9' {
		return fmt.Sprintf("%q", k[1:])
	}
	return fmt.Sprintf("%q", k)
}

// argument is the expression for a parameter.
func argument(typ string, types map[string][]field) string {
	inner, optional := strings.CutPrefix(typ, "Option<")
	if optional {
		inner = strings.TrimSuffix(inner, ">")
	}
	bare, borrowed := strings.CutPrefix(inner, "&")
	if !borrowed {
		return fmt.Sprintf("step.arg::<%s>()?", typ)
	}
	owned, deref := bare, ".as_ref()"
	switch {
	case bare == "str":
		owned, deref = "String", ".as_deref()"
	case strings.HasPrefix(bare, "["):
		owned, deref = "Vec<"+strings.TrimSuffix(bare[1:], "]")+">", ".as_deref()"
	}
	switch {
	case optional:
		return fmt.Sprintf("step.arg::<Option<%s>>()?%s", owned, deref)
	case types[owned] != nil:
		return fmt.Sprintf("&step.args::<%s>()?", owned)
	}
	return fmt.Sprintf("&step.arg::<%s>()?", owned)
}

// split splits parameters at the commas that stand in no brackets.
func split(params string) []string {
	var out []string
	depth, start := 0, 0
	for i, r := range params {
		switch r {
		case '<', '(', '[':
			depth++
		case '>', ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(params[start:i]))
				start = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(params[start:]))
}

package java

import (
	"encoding/hex"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/emit"
)

// hostile pieces of text, from which the test makes many more.
var hostile = []string{
	`"`, `""`, `"""`, `""""`, `\`, `\\`, `\"`, `\u0041`, `\\u0041`, `\n`, `\s`, `'`, "`", "${x}", "%s", "?", "--", "/*", "*/",
	" ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "\f", "\v", "\x01", "\x1c", "\x1f", "\x7f", "\u0085", "\u00a0",
	"\u00ad",
	"\u1680", "\u180e", "\u2003", "\u2007", "\u2028", "\u2029", "\u200b", "\u200d", "\u202e", "\u3000", "\ufeff",
	"\uffff",
	"é", "e\u0301", "日本", "🎵", "\U000e0041", "SELECT 1", "x", "1",
}

// TestQuotedTextIsExact compiles every way of quoting with the real compiler, in one call, and compares the bytes that
// come out.
func TestQuotedTextIsExact(t *testing.T) {
	javac, err := exec.LookPath("javac")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no javac: ", err)
		}
		t.Skip("no javac: ", err)
	}
	rnd := rand.New(rand.NewSource(1))
	texts := append([]string{"", "a\nb", "  a\n    b\n", "\n", strings.Repeat("long ", 30)}, hostile...)
	for range 600 {
		var b strings.Builder
		for range 1 + rnd.Intn(12) {
			b.WriteString(hostile[rnd.Intn(len(hostile))])
		}
		texts = append(texts, b.String())
	}
	huge := []string{strings.Repeat("SELECT 'é';\n", 12_000), strings.Repeat("🎵", 30_000)}

	// The members are spread over classes: a class holds 64 KB of initialisers, as generated code never has.
	var members, calls []emit.Doc
	for i, s := range append(texts, huge...) {
		members = append(members, emit.Concat("static final class T", fmt.Sprint(i), " {", emit.Indent(emit.HardLine(),
			constantField("TEXT", s), emit.HardLine(), "static final String BLOCK =",
			continued(emit.HardLine(), migrationText(s), ";")),
			emit.HardLine(), "}"))
		calls = append(calls, emit.Text(fmt.Sprintf("show(T%d.TEXT, T%[1]d.BLOCK);", i)))
	}
	// A method holds 64 KB of code as well.
	members = append(members, block(emit.Text("public static void main(String[] a)"), calls...), block(
		emit.Text("static void show(String text, String block)"),
		emit.Text("for (String s : new String[] {text, block}) System.out.println(java.util.HexFormat.of().formatHex(s.getBytes(java.nio.charset.StandardCharsets.UTF_8)));")))
	source := emit.Print(emit.Concat("class Quoted {", emit.Indent(emit.HardLine(), paragraphs(members)),
		emit.HardLine(), "}"), width, indentUnit)
	dir := t.TempDir()
	file := filepath.Join(dir, "Quoted.java")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(javac, "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", dir,
		file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(strings.TrimSuffix(javac, "c"), "-cp", dir, "Quoted").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for i, s := range append(texts, huge...) {
		want := hex.EncodeToString([]byte(s))
		if lines[2*i] != want {
			t.Errorf("%q came out of its literal as %q", short(s), short(unhex(lines[2*i])))
		}
		if lines[2*i+1] != want {
			t.Errorf("%q came out of its text block as %q", short(s), short(unhex(lines[2*i+1])))
		}
	}
}

func unhex(s string) string { b, _ := hex.DecodeString(s); return string(b) }

func short(s string) string { return s[:min(len(s), 200)] }

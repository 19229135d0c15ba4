package emit

import "testing"

func call(name string, args ...string) Doc {
	ds := make([]Doc, len(args))
	for i, a := range args {
		ds[i] = Text(a)
	}
	return Group(name, "(", Indent(SoftLine(), Join(Concat(",", Line()), ds), IfBroken(",", "")), SoftLine(), ")")
}

func TestPrint(t *testing.T) {
	for _, c := range []struct {
		name string
		doc  Doc
		want string
	}{
		{"fits", call("f", "aaa", "bbb"), "f(aaa, bbb)"},
		{"breaks every line of the group", call("f", "aaaaaaaa", "bbbbbbbb", "c"),
			"f(\n  aaaaaaaa,\n  bbbbbbbb,\n  c,\n)"},
		{"exactly the width", call("f", "aaaaaaaa", "bbbbbbb"), "f(aaaaaaaa, bbbbbbb)"},
		{"what follows on the line counts", Concat(call("f", "aaaaaaaa", "bbbbbbb"), ";"),
			"f(\n  aaaaaaaa,\n  bbbbbbb,\n);"},
		{"an inner group may stay flat", Group("x(",
			Indent(SoftLine(), call("ffff", "a", "b"), ",", Line(), "cccccccccc"), SoftLine(), ")"),
			"x(\n  ffff(a, b),\n  cccccccccc\n)"},
		{"a hard line breaks the groups around it", Group("{", Indent(Line(), "a;", HardLine(), "b;"), Line(), "}"),
			"{\n  a;\n  b;\n}"},
		{"blank lines have no indentation",
			Concat("{", Indent(HardLine(), "a", HardLine(), HardLine(), "b"), HardLine(), "}"), "{\n  a\n\n  b\n}"},
		{"raw text is not indented", Concat("{", Indent(HardLine(), "`", Raw("x\n y"), "`"), HardLine(), "}"),
			"{\n  `x\n y`\n}"},
		{"raw text that starts with a line ending", Concat(Indent(HardLine(), "`", Raw("\nx"), "`")), "\n  `\nx`"},
		{"the right side stays on the line as far as its first break",
			Concat("x =", Fluid(call("f", "aaaaaaaaaa", "bbbbbbbbbb"))), "x = f(\n  aaaaaaaaaa,\n  bbbbbbbbbb,\n)"},
		{"or starts on a line of its own", Concat("xxxxxxxxxxxxxxx =", Fluid(call("ffff", "aaaaaaaaaa", "bbbbbbbbbb"))),
			"xxxxxxxxxxxxxxx =\n  ffff(\n    aaaaaaaaaa,\n    bbbbbbbbbb,\n  )"},
		{"width counts characters", call("f", "äääääääää", "bbbbbb"), "f(äääääääää, bbbbbb)"},
	} {
		if got := Print(c.doc, 20, "  "); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
}

func TestScope(t *testing.T) {
	s := NewScope(map[string]bool{"class": true, "class_": false}, func(n string) string { return n + "_" })
	for _, c := range [][2]string{{"a", "a"}, {"a", "a2"}, {"a2", "a22"}, {"class", "class_"}, {"class_", "class_2"}} {
		if got := s.Claim(c[0]); got != c[1] {
			t.Errorf("Claim(%s) = %s, want %s", c[0], got, c[1])
		}
	}
	if !s.Has("a22") || s.Has("b") {
		t.Error("Has")
	}
}

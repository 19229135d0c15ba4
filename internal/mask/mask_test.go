package mask

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"postgres://me:geheim@host/db":            "postgres://*********@host/db",
		"at postgres://geheim@host:5432: refused": "at postgres://******@host:5432: refused",
		"postgres://me:ge@heim@host/db":           "postgres://**********@host/db",
		"postgres://me:ge/he?im#x@host/db":        "postgres://*************@host/db",
		`url: "postgres://me:ge heim@host/db", x`: `url: "postgres://**********@host/db", x`,
		`url: 'postgres://me:geheim`:              `url: 'postgres://*********`,
		"url: postgres://me:geheim\nnext: a@b":    "url: postgres://*********\nnext: a@b",
		"url: postgres://me:geheim: x":            "url: postgres://************",
		"https://host:8443/maven":                 "https://host:8443/maven",
		"https://host/maven # of a@b":             "https://host/maven # of a@b",
		"http://127.0.0.1/x and http://h/y":       "http://127.0.0.1/x and http://h/y",
		"host=h password=geheim user=me":          "host=h password=****** user=me",
		"password = 'ge heim' user=me":            "password = ********' user=me",
		"postgres://h/db?user=me&password=geheim": "postgres://h/db?user=me&password=******",
		"no URL: a@b":                       "no URL: a@b",
		`Get "bob:geheim@h/x": unsupported`: `Get "**********@h/x": unsupported`,
		"bob:geheim@h/x":                    "**********@h/x",
	} {
		got := Text(text)
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		if len(got) != len(text) || strings.Contains(got, "heim") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

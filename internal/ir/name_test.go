package ir

import (
	"strings"
	"testing"
)

func TestNewName(t *testing.T) {
	for sql, want := range map[string]string{
		"get_user": "get user", "getUser": "get user", "get user": "get user", "GetUser": "get user",
		"HTTPServer": "http server",
		"userID":     "user id", "USER_ID": "user id", "2nd": "2nd", "int8Value": "int8 value", "_id_": "id",
		"a.b-c":   "a b c",
		"größe_Ä": "größe ä", "数据": "数据", "count(*)": "count", "*": "", "": "", "e\u0301tat": "e\u0301tat",
	} {
		if got := strings.Join(NewName(sql).Words, " "); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

func TestNewLabel(t *testing.T) {
	for label, want := range map[string]string{
		"A+": "a plus", "A-": "a minus", "A": "a", "-A": "minus a", "C++": "c plus plus", "C#": "c hash",
		">=": "greater equal", "100%": "100 percent",
		"so-so": "so so", "a - b": "a b", "R&D": "r d", "n/a": "n a", "it's": "it s", "{a,b}\\": "a b",
		"New York, NY": "new york ny", "": "",
	} {
		if got := NewLabel(label); strings.Join(got.Words, " ") != want || got.SQL != label {
			t.Errorf("%s: %q, want %q", label, got.Words, want)
		}
	}
}

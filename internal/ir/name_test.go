package ir

import (
	"strings"
	"testing"
)

func TestNewName(t *testing.T) {
	for sql, want := range map[string]string{
		"get_user": "get user", "getUser": "get user", "get user": "get user", "GetUser": "get user", "HTTPServer": "http server",
		"userID": "user id", "USER_ID": "user id", "2nd": "2nd", "int8Value": "int8 value", "_id_": "id", "a.b-c": "a b c",
		"größe_Ä": "größe ä", "数据": "数据", "count(*)": "count", "*": "", "": "", "e\u0301tat": "e\u0301tat",
	} {
		if got := strings.Join(NewName(sql).Words, " "); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

package source

import (
	"errors"
	"testing"
)

func TestDecode(t *testing.T) {
	f, err := Decode("a.sql", []byte("\xef\xbb\xbfé\r\nx"))
	if err != nil || f.Text != "é\r\nx" {
		t.Fatalf("got %v, %v", f, err)
	}
	for raw, offset := range map[string]int{
		"\xff\xfea\x00":   0,
		"\xfe\xff\x00a":   0,
		"ab\xe9 latin":    2,
		"\xe9\xe9\x00":    0,
		"abc\x00def":      3,
		"ok\nsecond \xff": 10,
	} {
		var enc *EncodingError
		if _, err := Decode("a.sql", []byte(raw)); !errors.As(err, &enc) || enc.Offset != offset {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func TestOffsetInvertsPosition(t *testing.T) {
	f := New("x", "ab\n\nüöc\r\nd")
	for off := range f.Text {
		line, col := f.Position(off)
		if got := f.Offset(line, col); got != off {
			t.Errorf("offset %d is %d:%d, back %d", off, line, col, got)
		}
	}
	if f.Offset(0, 1) != 0 || f.Offset(99, 1) != len(f.Text) || f.Offset(1, 99) != 2 {
		t.Error("out of range")
	}
}

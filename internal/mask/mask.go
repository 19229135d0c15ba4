// Package mask blots out what nobody may see in a message: the user part of URLs, and passwords.
package mask

import (
	"regexp"
	"strings"
	"sync"
)

var (
	password = regexp.MustCompile(`(?i)\bpass(?:word|wd)\s*=\s*('[^'\n]*|[^\s&"'\n]+)`)
	bare     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[\s"'(=])([^\s:@/"'()=]+:(?:[^\s@"'/]|/[^\s@"'/])[^\s@"']*)@[\w.\[]`)
	}) // user:password@host without a scheme
	port = regexp.MustCompile(`^[^:]*(:\d{0,5})?[/?#]`)
)

// Text blots out secrets byte for byte, so that places in the text stay what they are.
func Text(text string) string {
	masked := []byte(text)
	blot := func(from, to int) {
		for i := from; i < to; i++ {
			masked[i] = '*'
		}
	}
	for from := 0; ; {
		n := strings.Index(text[from:], "://")
		if n < 0 {
			break
		}
		start := from + n + len("://")
		end := urlEnd(text, start)
		blot(start, start+userEnd(text[start:end]))
		from = end
	}
	for _, m := range password.FindAllStringSubmatchIndex(text, -1) {
		blot(m[2], m[3])
	}
	for _, m := range bare().FindAllSubmatchIndex(masked, -1) {
		blot(m[2], m[3])
	}
	return string(masked)
}

// urlEnd is where a URL ends at the latest: at the quote that closes it, at a comment or at its line's end. A blank is
// no end, since people write passwords with blanks.
func urlEnd(text string, start int) int {
	line := text[start:]
	if n := strings.IndexAny(line, "\r\n"); n >= 0 {
		line = line[:n]
	}
	scheme := start - len("://")
	for scheme > 0 && text[scheme-1] >= 'a' && text[scheme-1] <= 'z' {
		scheme--
	}
	stop := " #"
	if scheme > 0 && strings.IndexByte("'\"`", text[scheme-1]) >= 0 {
		stop = text[scheme-1 : scheme]
	}
	if n := strings.Index(line, stop); n >= 0 {
		line = line[:n]
	}
	return start + len(line)
}

// userEnd is how much of what follows :// is the user part: all before the last @; without one, what looks like the
// beginning of a URL that is cut off.
func userEnd(rest string) int {
	if n := strings.LastIndexByte(rest, '@'); n >= 0 {
		return n
	}
	if strings.IndexByte(rest, ':') < 0 || port.MatchString(rest) {
		return 0
	}
	return len(strings.TrimRight(rest, " \t"))
}

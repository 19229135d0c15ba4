// Package loopback listens for programs of the same machine that know a token.
package loopback

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"net"

	"github.com/sqg-dev/sqg/internal/cli/app"
)

// TokenVariable is the environment variable with the token; without it there is a new one each time.
const TokenVariable = "SQG_TOKEN"

// Listen listens on an address of this machine alone, and tells it with the token.
func Listen(address, scheme string, env func(string) string, tell io.Writer) (net.Listener, string, error) {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, "", &app.UsageError{Msg: "`" + address + "` is no address of this machine alone", Hint: "write --listen 127.0.0.1:0, where 0 is any port that is free"}
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, "", &app.UsageError{Msg: "cannot listen on " + address + ": " + err.Error()}
	}
	token := env(TokenVariable)
	if token == "" {
		token = rand.Text()
		fmt.Fprintf(tell, "%s%s token %s\n", scheme, l.Addr(), token)
	} else {
		fmt.Fprintf(tell, "%s%s token of %s\n", scheme, l.Addr(), TokenVariable)
	}
	return l, token, nil
}

// Same reports whether a token is the one, in a time that tells nothing of it.
func Same(token, given string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(given)) == 1
}

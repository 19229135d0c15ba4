// Package loopback listens for programs of the same machine that know a token.
package loopback

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/app"
)

// TokenVariable is the environment variable with the token; without it there is a new one each time.
const TokenVariable = "SQG_TOKEN"

// Socket listens on an address of this machine alone.
func Socket(address string) (net.Listener, error) {
	if !own(address) {
		return nil, &app.UsageError{Msg: "`" + address + "` is no address of this machine alone",
			Hint: "write --listen 127.0.0.1:0, where 0 is any port that is free"}
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, &app.UsageError{Msg: "cannot listen on " + address + ": " + err.Error()}
	}
	return l, nil
}

// own reports whether a host and port are of this machine, whatever name servers say.
func own(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// Listen is Socket, and tells the address with the token.
func Listen(address, scheme string, env func(string) string, tell io.Writer) (net.Listener, string, error) {
	l, err := Socket(address)
	if err != nil {
		return nil, "", err
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

// Near refuses requests that another site's page makes, or that reach this machine by a name that is not its own.
func Near(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if !own(r.Host) || origin != "" && origin != "http://"+r.Host {
			http.Error(w, "requests of other sites are refused", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Guard serves the requests of who knows a token, as far as Near does. missing is the answer to everyone else.
func Guard(known func(token string) bool, missing string, next http.Handler) http.Handler {
	return Near(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !bearer || !known(given) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, missing, http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	}))
}

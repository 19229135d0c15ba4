package pgserver

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// AddressHint says how an address is written.
const AddressHint = "write postgresql://user:password@host:5432/database, with special characters in the password as %XX"

// Parse reads an address. A URL whose user part holds signs that need an escape is refused: they would end the user
// part early, so that the rest of a password would be looked up as a host's name.
func Parse(address string) (*pgconn.Config, error) {
	if _, rest, isURL := strings.Cut(address, "://"); isURL {
		if user := rest[:max(0, strings.LastIndexByte(rest, '@'))]; strings.ContainsAny(user, "@/?#") {
			return nil, errors.New("a special character in the user part")
		}
	}
	return pgconn.ParseConfig(address)
}

// With adds a parameter to an address, a URL or a list of key=value as libpq takes it. It counts more than one of the
// same name that is there.
func With(address, key, value string) string {
	if !strings.Contains(address, "://") {
		return address + " " + key + "='" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + key + "=" + url.PathEscape(value)
}

// Address is for others than us to connect to the database, as libpq takes it.
func (d *Database) Address() string {
	if d.address != "" {
		address := d.address
		for _, p := range [][2]string{{"dbname", d.config.Database}, {"user", d.config.User},
			{"password", d.config.Password}} {
			address = With(address, p[0], p[1])
		}
		return address
	}
	// A server of our own: nothing of it comes from the PG… variables, which are for the user's.
	address := "target_session_attrs=any"
	for _, p := range [][2]string{{"host", d.config.Host}, {"port", strconv.Itoa(int(d.config.Port))},
		{"user", d.config.User}, {"password", d.config.Password},
		{"dbname", d.config.Database}, {"sslmode", "disable"}, {"gssencmode", "disable"}, {"options", ""}} {
		address = With(address, p[0], p[1])
	}
	return address
}

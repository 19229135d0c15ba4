// Command sqg compiles annotated SQL to typed code.
package main

import (
	"os"

	"github.com/sqg-dev/sqg/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

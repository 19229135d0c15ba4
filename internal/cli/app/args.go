package app

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/target"
)

// OneConfig accepts no argument, or a sqg.yaml.
func OneConfig(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("generator") {
		return nil // SQL files
	}
	switch {
	case len(args) > 1:
		return &UsageError{Msg: "one sqg.yaml at a time, and these are " + strings.Join(args, ", "),
			Hint: HelpHint(cmd)}
	case len(args) == 1 && strings.EqualFold(filepath.Ext(args[0]), ".sql"):
		return &UsageError{
			Msg:  "`" + args[0] + "` is an SQL file, and sqg reads a sqg.yaml that names it",
			Hint: "`sqg init` makes one; `sqg --generator python/sqlite " + args[0] + "` prints the code without one",
		}
	}
	return nil
}

// NoArgs accepts none.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return &UsageError{Msg: "`" + cmd.CommandPath() + "` takes no argument, and this is `" + args[0] + "`",
			Hint: HelpHint(cmd)}
	}
	return nil
}

// CommandOrConfig is OneConfig for the root command, where a word that is no file is a command that does not exist.
func CommandOrConfig(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && !cmd.Flags().Changed("generator") && !strings.ContainsAny(args[0], `./\`) {
		if _, err := os.Stat(args[0]); err != nil {
			var names []string
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			return &UsageError{Msg: "there is no command `" + args[0] + "`",
				Hint: DidYouMean(args[0], names, HelpHint(cmd))}
		}
	}
	return OneConfig(cmd, args)
}

// FlagError turns what the flag parser says into a UsageError.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return &UsageError{Msg: "there is no flag `-" + name + "`", Hint: HelpHint(cmd)}
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return &UsageError{Msg: "there is no flag `--" + name + "`", Hint: DidYouMean("--"+name, names, HelpHint(cmd))}
	case errors.As(err, &invalid):
		var number *strconv.NumError
		if errors.As(invalid, &number) {
			return &UsageError{Msg: "`--" + invalid.GetFlag().Name + "` cannot be `" + number.Num + "`",
				Hint: "it takes whole numbers"}
		}
		return &UsageError{Msg: "`--" + invalid.GetFlag().Name + "` cannot be `" + invalid.GetValue() + "`",
			Hint: invalid.Unwrap().Error()}
	case errors.As(err, &missing):
		return &UsageError{Msg: "`--" + missing.GetSpecifiedName() + "` needs a value", Hint: HelpHint(cmd)}
	}
	return &UsageError{Msg: err.Error(), Hint: HelpHint(cmd)}
}

// DidYouMean is the hint for a misspelt word of the command line; otherwise stands in where no candidate is near.
func DidYouMean(word string, candidates []string, otherwise string) string {
	near := diag.Nearest(word, candidates)
	for _, c := range candidates {
		if near == "" && len(strings.Trim(word, "-")) > 1 && strings.HasPrefix(c, word) {
			near = c
		}
	}
	if near != "" {
		return "did you mean `" + near + "`?"
	}
	return otherwise
}

// Generator is the one that a flag names.
func Generator(id string) (*target.Target, error) {
	t := target.Find(id)
	if t == nil {
		return nil, &UsageError{Msg: "there is no generator `" + id + "`", Hint: config.MeantBy(id)}
	}
	return t, nil
}

// ProjectFlags gives a command --strict and --trust.
func ProjectFlags(cmd *cobra.Command, a *App) {
	TrustFlag(cmd, a)
	cmd.Flags().BoolVar(&a.Strict, "strict", false, "make errors of warnings")
}

// TrustFlag gives a command --trust.
func TrustFlag(cmd *cobra.Command, a *App) {
	cmd.Flags().BoolVar(&a.Trust, "trust", false,
		"let sqg.yaml use files outside of the project, and run SQL as a superuser")
}

// HelpHint points to a command's help.
func HelpHint(cmd *cobra.Command) string {
	return "`" + cmd.CommandPath() + " --help` says what it takes"
}

// Choice is a flag that takes one of a few words.
type Choice struct {
	Words []string
	Value string
	set   func(string)
}

// NewChoice makes a flag of words, of which the first is the default; set is told the word given.
func NewChoice(set func(string), words ...string) *Choice {
	return &Choice{Words: words, Value: words[0], set: set}
}

func (c *Choice) String() string { return c.Value }

// Type is what the help shows as the flag's value.
func (c *Choice) Type() string { return strings.Join(c.Words, "|") }

// Set is called by the flag parser.
func (c *Choice) Set(word string) error {
	for _, w := range c.Words {
		if w == word {
			c.Value = word
			c.set(word)
			return nil
		}
	}
	return errors.New("it takes " + strings.Join(c.Words, " or "))
}

package python

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
)

// qualified finds the names in a type or expression, with the modules they are qualified with.
var qualified = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*`)

var wholeName = regexp.MustCompile(`^(?:` + qualified.String() + `)?$`)

// functionName tells whether s is the name of a function, or empty.
func functionName(s string) bool { return wholeName.MatchString(s) }

// builtins are the names of Python's built-in types that an override's type may be made of.
var builtins = set("None True False bool bytearray bytes complex dict float frozenset int list memoryview object range set slice str tuple type")

// standardModules are the top-level modules of the standard library that hold types people store: they are imported
// in the section of the standard library.
var standardModules = set("array calendar collections colorsys dataclasses datetime decimal email enum fractions http " +
	"ipaddress json math numbers operator os pathlib pickle re statistics string time types typing urllib uuid zlib zoneinfo")

func checksum(sql string) string {
	sum := sha256.Sum256([]byte(sql))
	return hex.EncodeToString(sum[:])
}

package diag

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/sqg-dev/sqg/internal/source"
)

// Unreadable says why source.Read failed on a file: another encoding, or what the file system answered.
func Unreadable(path string, err error) Diagnostic {
	var enc *source.EncodingError
	if errors.As(err, &enc) {
		return Diagnostic{
			Code: FileEncoding, Span: source.Span{File: enc.File, Start: enc.Offset, End: enc.Offset},
			Msg: "the file is not UTF-8 text: " + enc.Found, Hint: "save it as UTF-8",
		}
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // without the path, which the message has as the user wrote it
	}
	return Diagnostic{Code: Environment, Msg: fmt.Sprintf("cannot read %s: %v", path, err)}
}

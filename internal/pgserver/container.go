package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// containerImage is what a container is made of.
const containerImage = "postgres:18"

// containerTime is how long it may take to fetch the image and start the server.
const containerTime = 5 * time.Minute

// containerScript runs a container until standard input closes. An engine's client that is killed while it fetches the
// image makes no container; one that has made it leaves it to "rm".
//
//	$1 docker or podman  $2 the container's name  $3… arguments of "run"
const containerScript = `trap '' HUP INT TERM
engine=$1 name=$2
shift 2
"$engine" run --rm --name "$name" "$@" </dev/null >&3 2>&3 3>&- &
client=$!
exec 3>&-
cat >/dev/null
kill -KILL $client 2>/dev/null
wait $client
"$engine" rm --force --volumes "$name" >/dev/null 2>&1
exit 0`

// container is a server in a container, with a database for each that is asked for.
type container struct {
	*remote
	process *process
}

func (c *container) close() error { return errors.Join(c.remote.close(), c.process.Close()) }

// containers tries the container engines of this machine.
func (o Options) containers(ctx context.Context) (source, error) {
	var errs []error
	for _, engine := range []string{"docker", "podman"} {
		path, err := exec.LookPath(engine)
		if err != nil {
			errs = append(errs, fmt.Errorf("there is no %s", engine))
			continue
		}
		o.logf("starting %s with %s", containerImage, engine)
		c, err := startContainer(ctx, path)
		if err == nil {
			return c, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		errs = append(errs, fmt.Errorf("%s: %w", engine, err))
	}
	return nil, errors.Join(errs...)
}

func startContainer(ctx context.Context, engine string) (source, error) {
	ctx, cancel := context.WithTimeout(ctx, containerTime)
	defer cancel()
	version := 18 * 10000
	name, password := "sqg-"+strings.ToLower(rand.Text()[:12]), rand.Text()
	args := []string{engine, name, "-e", "POSTGRES_PASSWORD", "-e", "POSTGRES_INITDB_ARGS", "-p", "127.0.0.1::5432",
		containerImage}
	for _, w := range words(append(slices.Clip(stockSettings), quickSettings...), version) {
		args = append(args, "-c", w)
	}
	p, err := supervise(containerScript, args, func(cmd *exec.Cmd) {
		cmd.SysProcAttr = ownSession()
		// not among the arguments, which everybody can read
		cmd.Env = append(os.Environ(), "POSTGRES_PASSWORD="+password,
			"POSTGRES_INITDB_ARGS="+strings.Join(words(localeOptions, version), " "))
	})
	if err != nil {
		return nil, err
	}
	if err := p.ready(ctx, containerTime); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, engine, "port", name, "5432/tcp").Output()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s port: %w", engine, err), p.Close())
	}
	address, _, _ := strings.Cut(string(out), "\n")
	host, portText, err := net.SplitHostPort(strings.TrimSpace(address))
	port, err2 := strconv.Atoi(portText)
	if err = errors.Join(err, err2); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	r := &remote{config: ownConfig(host, port, superuser, password, superuser)}
	if err := r.openPatiently(ctx, p); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &container{r, p}, nil
}

// openPatiently connects to a server that says it is ready before it is: the image's first server makes the cluster
// and listens to nobody outside.
func (r *remote) openPatiently(ctx context.Context, p *process) error {
	for {
		err := r.open(ctx)
		if err == nil {
			return r.exec(ctx, replica)
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-p.log.ended:
			return fmt.Errorf("the container has ended%s", indented(p.log.text()))
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}

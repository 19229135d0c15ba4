package bench

import (
	"bufio"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine is where a suite ran, as far as it tells.
type Machine struct {
	OS       string  `json:"os"`
	CPU      string  `json:"cpu,omitempty"`
	CPUs     int     `json:"cpus"`
	MemoryGB int     `json:"memory_gb,omitempty"`
	Load     float64 `json:"load,omitempty"` // when the suite began: other work disturbs
}

// ThisMachine describes the machine that this process runs on.
func ThisMachine() Machine {
	m := Machine{OS: runtime.GOOS + " " + runtime.GOARCH, CPUs: runtime.NumCPU()}
	if name := field("/etc/os-release", "PRETTY_NAME", "="); name != "" {
		m.OS = strings.Trim(name, `"`) + ", " + runtime.GOARCH
	}
	m.CPU = field("/proc/cpuinfo", "model name", ":")
	if kb, err := strconv.Atoi(strings.TrimSuffix(field("/proc/meminfo", "MemTotal", ":"), " kB")); err == nil {
		m.MemoryGB = (kb + 1<<19) >> 20
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		first, _, _ := strings.Cut(string(load), " ")
		m.Load, _ = strconv.ParseFloat(first, 64)
	}
	return m
}

// field is the value of the first line "name SEPARATOR value" of a file; "" where there is none.
func field(path, name, separator string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if key, value, ok := strings.Cut(in.Text(), separator); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

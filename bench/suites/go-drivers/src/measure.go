package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// clientMS is the processor time of this process in milliseconds, of all its threads.
func clientMS() float64 {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
}

// processMS is the processor time of another process in milliseconds; 0 where this is not Linux.
func processMS(pid uint32) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	if err != nil {
		return 0
	}
	ns, _, _ := strings.Cut(string(text), " ")
	n, _ := strconv.ParseFloat(ns, 64)
	return n / 1e6
}

// forgetPeak makes the kernel forget the most memory that this process has had, and returns what it has.
func forgetPeak() float64 {
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // not on every system
	return peakMB()
}

// peakMB is the most memory that this process has had since, in megabytes.
func peakMB() float64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if kilobytes, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(kilobytes)[0], 64)
			return n / 1024
		}
	}
	return 0
}

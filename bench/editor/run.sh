#!/usr/bin/env bash
# How long an editor waits for `sqg lsp`, as the table of docs/benchmarks/README.md: 500 edits in a file of 1,000
# statements, and 30 changes of a migration above them, in each engine. It takes some minutes on a quiet machine.
#
#     bench/editor/run.sh [EDITS] [CHANGES]
set -euo pipefail
cd "$(dirname "$0")/../.."
nproc=$(nproc)
echo "$nproc processors, load $(cut -d ' ' -f 1 /proc/loadavg), $(date +%F)"
echo
{
  go test ./internal/lsp -run '^$' -bench Keystroke -benchtime "${1:-500}x" -timeout 30m
  go test ./internal/lsp -run '^$' -bench Migration -benchtime "${2:-30}x" -timeout 30m
} | awk '
  /^Benchmark/ {
    split($1, name, "[/-]")
    engine = name[2]
    if (!(engine in seen)) { seen[engine]; order[++n] = engine }
    for (i = 3; i < NF; i += 2) found[engine, name[1], $(i + 1)] = $i
  }
  /^(FAIL|panic)/ { failed = 1 }
  function both(engine, of, what) {
    return sprintf("%.1f ms, %.1f ms", found[engine, of, what "-median-ms"], found[engine, of, what "-p99-ms"])
  }
  END {
    print "| | diagnostics: median, 99th | completion | hover | processor time | changed migration | its processor time |"
    print "|---|---|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
      engine = order[i]
      printf "| %s | %s | %s | %s | %.0f ms | %s | %.0f ms |\n", engine, both(engine, "BenchmarkKeystroke", "key"),
        both(engine, "BenchmarkKeystroke", "complete"), both(engine, "BenchmarkKeystroke", "hover"),
        found[engine, "BenchmarkKeystroke", "cpu-ms/op"], both(engine, "BenchmarkMigration", "migration"),
        found[engine, "BenchmarkMigration", "cpu-ms/op"]
    }
    exit failed || n < 3
  }'

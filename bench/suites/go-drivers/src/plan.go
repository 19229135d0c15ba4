package main

import (
	"encoding/json"
	"os"
)

// plan is what to run, as the file of JSON says that the benchmark gets.
type plan struct {
	Groups   []group `json:"groups"`
	WarmUps  int     `json:"warm_ups"`
	Runs     int     `json:"runs"`      // at least so many
	BudgetMS float64 `json:"budget_ms"` // and more while the time allows them,
	MostRuns int     `json:"most_runs"` // up to so many
	Dir      string  `json:"dir"`
	Server   *server `json:"server"`
}

// group is what competes: its methods take turns.
type group struct {
	Operation   string   `json:"operation"`
	Rows        int      `json:"rows"`
	Connections int      `json:"connections"`
	Methods     []string `json:"methods"`
}

type server struct {
	Host     string `json:"host"`
	Port     int    `json:"port"`
	User     string `json:"user"`
	Database string `json:"database"`
}

// result is what a method took for all its runs, or why it is out of the contest.
type result struct {
	Operation   string    `json:"operation"`
	Method      string    `json:"method"`
	Rows        int       `json:"rows"`
	Connections int       `json:"connections"`
	Calls       int       `json:"calls,omitempty"`
	RunsMS      []float64 `json:"runs_ms,omitempty"`
	ClientCPU   float64   `json:"client_cpu_ms,omitempty"`
	ServerCPU   float64   `json:"server_cpu_ms,omitempty"`
	Memory      float64   `json:"memory_mb,omitempty"`
	Verified    bool      `json:"verified"`
	Failed      string    `json:"failed,omitempty"`
}

func readPlan(file string) (*plan, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var p plan
	return &p, json.Unmarshal(text, &p)
}

// say prints an event as a line of JSON.
func say(event map[string]any) error {
	return json.NewEncoder(os.Stdout).Encode(event)
}

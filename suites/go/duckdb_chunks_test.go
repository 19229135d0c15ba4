//go:build !duckdb_arrow

package suite

// lastGroup are the rows that are inserted together with the last of 300,000: those of a row group.
const lastGroup = "rows 245761 to 300000: "

module github.com/sqg-dev/sqg

go 1.26

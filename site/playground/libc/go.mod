module modernc.org/libc

go 1.26.0

// The search page of a catalogue:
//
//	go run . catalog.db                             on SQLite
//	go run -tags postgres . postgres://localhost    on PostgreSQL
//
// It prints the address that it listens at: a free port, or that of the variable PORT.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	database := "catalog.db"
	if len(os.Args) > 1 {
		database = os.Args[1]
	}
	catalog, err := openCatalog(context.Background(), database)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "0"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, handler(catalog)))
}

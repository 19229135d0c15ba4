package main

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"slices"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*"))

// searchPage is what the template of the search shows: products, and the form as it was filled in.
type searchPage struct {
	Products
	Query url.Values
}

func (p searchPage) Kinds() []string { return []string{"tool", "part", "book"} }

func (p searchPage) Sorts() (sorts []Sort) {
	for sort := range lastSort + 1 {
		sorts = append(sorts, sort)
	}
	return sorts
}

// Given reports whether the request has a value for a field.
func (p searchPage) Given(name, value string) bool { return slices.Contains(p.Query[name], value) }

// Link is the same search with another cursor: a cursor does not hold the filters.
func (p searchPage) Link(side, cursor string) string {
	query := url.Values{side: {cursor}}
	for name, values := range p.Query {
		if name != "after" && name != "before" {
			query[name] = values
		}
	}
	return "/?" + query.Encode()
}

// show sends a page.
func show(w http.ResponseWriter, status int, name string, data any) error {
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err := page.WriteTo(w)
	return err
}

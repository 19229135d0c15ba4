package main

import (
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"strconv"
)

// most is the largest number that a field takes.
const most = 1_000_000

// pages answers requests from the catalogue.
type pages struct{ catalog *Catalog }

func handler(catalog *Catalog) http.Handler {
	p := pages{catalog}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", answer(p.search))
	mux.HandleFunc("POST /products", answer(p.add))
	mux.HandleFunc("GET /products/{id}", answer(p.show))
	mux.HandleFunc("POST /products/{id}", answer(p.change))
	mux.HandleFunc("POST /products/{id}/tags", answer(p.tag))
	return mux
}

// search leaves out of the statement what is left out of the request.
func (p pages) search(w http.ResponseWriter, r *http.Request) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return badRequest(err.Error())
	}
	given := filled(query)
	params := SearchParams{
		Name:    given.text("name"),
		Kinds:   given.texts("kind"),
		Tag:     given.text("tag"),
		Low:     given.integer("low", 0, most),
		High:    given.integer("high", 0, most),
		InStock: given.values.Has("in_stock"),
		Sort:    given.sort("sort"),
		Size:    5,
		After:   given.text("after"),
		Before:  given.text("before"),
	}
	if given.err != nil {
		return given.err
	}
	found, err := p.catalog.SearchProducts(r.Context(), params)
	if err != nil {
		return err
	}
	return show(w, http.StatusOK, "search.html", searchPage{found, query})
}

// add gives a field that is left empty the default of its column.
func (p pages) add(w http.ResponseWriter, r *http.Request) error {
	form, err := posted(w, r)
	if err != nil {
		return err
	}
	given := filled(form)
	params := AddProductParams{
		Name:   required(given, "name", given.text("name")),
		Kind:   required(given, "kind", given.text("kind")),
		Price:  required(given, "price", given.integer("price", 0, most)),
		Stock:  given.integer("stock", 0, most),
		Rating: orNull(given, "rating", func() *int64 { return given.integer("rating", 1, 5) }),
		Note:   orNull(given, "note", func() *string { return given.text("note") }),
	}
	if given.err != nil {
		return given.err
	}
	id, err := p.catalog.AddProduct(r.Context(), params)
	if err != nil {
		return err
	}
	return seeProduct(w, r, id)
}

// change changes what the form has. A field that is sent empty is NULL; one that is not sent stays as it is.
func (p pages) change(w http.ResponseWriter, r *http.Request) error {
	id, err := productID(r)
	if err != nil {
		return err
	}
	form, err := posted(w, r)
	if err != nil {
		return err
	}
	given := &fields{values: form}
	params := ChangeProductParams{
		ID:     id,
		Name:   given.text("name"),
		Price:  given.integer("price", 0, most),
		Stock:  given.integer("stock", 0, most),
		Rating: orNull(given, "rating", func() *int64 { return given.integer("rating", 1, 5) }),
		Note:   orNull(given, "note", func() *string { return given.text("note") }),
	}
	if given.err != nil {
		return given.err
	}
	if _, err := p.catalog.ChangeProduct(r.Context(), params); err != nil {
		return err
	}
	return seeProduct(w, r, id)
}

func (p pages) tag(w http.ResponseWriter, r *http.Request) error {
	id, err := productID(r)
	if err != nil {
		return err
	}
	form, err := posted(w, r)
	if err != nil {
		return err
	}
	given := &fields{values: form}
	tag := required(given, "tag", given.text("tag"))
	if given.err != nil {
		return given.err
	}
	if _, err := p.catalog.TagProduct(r.Context(), id, tag); err != nil {
		return err
	}
	return seeProduct(w, r, id)
}

func (p pages) show(w http.ResponseWriter, r *http.Request) error {
	id, err := productID(r)
	if err != nil {
		return err
	}
	product, err := p.catalog.GetProduct(r.Context(), id)
	if err != nil {
		return err
	}
	return show(w, http.StatusOK, "product.html", product)
}

// productID is the number in the path; anything else is no product.
func productID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0, sql.ErrNoRows
	}
	return id, nil
}

// posted are the fields of the form that was sent.
func posted(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, 10_000)
	if err := r.ParseForm(); err != nil {
		return nil, badRequest(err.Error())
	}
	return r.PostForm, nil
}

func seeProduct(w http.ResponseWriter, r *http.Request, id int64) error {
	http.Redirect(w, r, fmt.Sprintf("/products/%d", id), http.StatusSeeOther)
	return nil
}

// answer is a handler that shows its error: what is wrong with the request, or that it asks for what is not there.
func answer(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := handle(w, r)
		var bad badRequest
		switch {
		case err == nil:
		case errors.As(err, &bad), errors.Is(err, errPage):
			http.Error(w, err.Error(), http.StatusBadRequest)
		case errors.Is(err, sql.ErrNoRows):
			http.Error(w, "there is no such product", http.StatusNotFound)
		default:
			log.Print(err)
			http.Error(w, "something went wrong", http.StatusInternalServerError)
		}
	}
}

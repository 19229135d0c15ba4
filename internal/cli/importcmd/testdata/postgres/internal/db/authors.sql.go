package db

import "context"

type Queries struct{}

func (q *Queries) GetAuthor(ctx context.Context, id int64) (Author, error) { return Author{}, nil }

func (q *Queries) ListAuthors(ctx context.Context) ([]Author, error) { return nil, nil }

type CreateAuthorParams struct {
	AuthorName string
	Biography  *string
}

func (q *Queries) CreateAuthor(ctx context.Context, arg CreateAuthorParams) (Author, error) {
	return Author{}, nil
}

func (q *Queries) DeleteAuthor(ctx context.Context, id int64) error { return nil }

type UpdateAuthorParams struct {
	Name *string
	Bio  *string
	ID   int64
}

func (q *Queries) UpdateAuthor(ctx context.Context, arg UpdateAuthorParams) (int64, error) {
	return 0, nil
}

func (q *Queries) CountAuthors(ctx context.Context) (int64, error) { return 0, nil }

func (q *Queries) LockAuthors(ctx context.Context, pgAdvisoryXactLock int64) error { return nil }

type MoodsRow struct {
	Mood    string
	Authors int64
}

func (q *Queries) Moods(ctx context.Context) ([]MoodsRow, error) { return nil, nil }

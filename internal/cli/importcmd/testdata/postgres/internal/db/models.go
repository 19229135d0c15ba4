package db

type Author struct {
	ID   int64
	Name string
	Bio  *string
	Mood string
}

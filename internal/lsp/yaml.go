package lsp

import (
	"path"

	"github.com/sqg-dev/sqg/internal/config"
)

// configPlace is a place of a sqg.yaml; false for any other document.
func (s *Server) configPlace(p PlaceParams) (*document, config.Place, bool) {
	doc := s.document(p.TextDocument.URI)
	if doc == nil || path.Base(doc.path) != config.DefaultPath {
		return nil, config.Place{}, false
	}
	return doc, config.PlaceAt(doc.lines.text, doc.lines.offset(p.Position)), true
}

// configHover is what the key of a place is for.
func configHover(doc *document, at config.Place) any {
	if at.Here.Doc == "" {
		return nil
	}
	r := doc.lines.span(at.Word[0], at.Word[1])
	return &Hover{Contents: MarkupContent{"markdown", "`" + at.Here.Name + "`\n\n" + at.Here.Doc}, Range: &r}
}

// configItems are the keys or values that may stand there.
func configItems(doc *document, at config.Place) []CompletionItem {
	items := []CompletionItem{}
	for _, e := range at.Entries {
		item := CompletionItem{Label: e.Name, Kind: itemValue,
			TextEdit: &TextEdit{doc.lines.span(at.Word[0], at.Word[1]), e.Name}}
		if !at.Value {
			item.Kind = itemField
			item.TextEdit.NewText += ": "
			if rest := doc.lines.text[at.Word[1]:]; rest != "" && rest[0] == ':' {
				item.TextEdit.NewText = e.Name
			}
		}
		if e.Doc != "" {
			item.Documentation = &MarkupContent{"markdown", e.Doc}
		}
		items = append(items, item)
	}
	return items
}

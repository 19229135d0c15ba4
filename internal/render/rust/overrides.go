package rust

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/ir"
)

// decoder is the function that makes a field's value of what the driver has of it, if that is not NULL; "" where that
// is the value.
func (f *file) decoder(field ir.Field) string {
	if field.Override != nil {
		return field.Override.Decode
	}
	return f.function(decoding, ir.Field{Type: field.Type})
}

// encoder is the function that makes what is bound of a reference to a field's value.
func (f *file) encoder(field ir.Field) string {
	if field.Override != nil {
		return field.Override.Encode
	}
	return f.function(encoding, ir.Field{Type: field.Type})
}

// codec is what a composite type's macro is told of the functions for a field; "" where there are none.
func (f *file) codec(field ir.Field) string {
	decode := f.function(decoding, field)
	encode := ""
	if !f.g.driver.reads {
		encode = f.function(encoding, field)
	}
	switch {
	case decode == "" && encode == "":
		return ""
	case f.g.driver.reads:
		return " by " + decode
	}
	return " by " + cmp.Or(decode, same) + ", " + cmp.Or(encode, same)
}

// same is the function for what stays as it is.
const same = "Ok::<_, sqg::Cause>"

// direction is how functions are put together of those of the config for what values hold.
type direction struct {
	name string
	by   func(*ir.Override) string
	// what the function takes and returns, by the program's type and the driver's
	types func(f *file, own, wire ir.Field) (takes, returns string)
}

var (
	decoding = direction{"decode", func(o *ir.Override) string { return o.Decode },
		func(f *file, own, wire ir.Field) (takes, returns string) { return f.typeOf(wire), f.typeOf(own) }}
	encoding = direction{"encode", func(o *ir.Override) string { return o.Encode },
		func(f *file, own, _ ir.Field) (takes, returns string) {
			takes = "&" + f.typeOf(own)
			if items, ok := strings.CutPrefix(takes, "&Vec<"); ok { // or what is borrowed of one
				takes = "&(impl AsRef<[" + strings.TrimSuffix(items, ">") + "]> + ?Sized)"
			}
			return takes, "impl sqg::Encode"
		}}
)

// function is the name of the function for a value, which stands at the end of the file; "" where nothing that it
// holds has one.
func (f *file) function(d direction, field ir.Field) string {
	t := field.Type
	var helper string
	var parts []ir.Field
	switch {
	case field.Nullable:
		helper, parts = "some", []ir.Field{{Type: t}}
	case t.Override != nil:
		return d.by(t.Override)
	case t.Extension != "":
		return ""
	case t.Kind == ir.Array:
		helper, parts = "each", []ir.Field{{Type: *t.Elem, Nullable: t.ElemNullable}}
	case t.Kind == ir.Map:
		helper, parts = "entries", []ir.Field{{Type: *t.Key}, {Type: *t.Elem, Nullable: true}}
	case t.Kind == ir.Range:
		helper, parts = "ends", []ir.Field{{Type: *t.Elem}}
	case t.Kind == ir.Multirange:
		helper, parts = "each", []ir.Field{{Type: ir.Type{Kind: ir.Range, Elem: t.Elem}}}
	default:
		return ""
	}
	functions, some := make([]string, len(parts)), false
	for i, part := range parts {
		functions[i] = f.function(d, part)
		some = some || functions[i] != ""
		functions[i] = cmp.Or(functions[i], same)
	}
	if !some {
		return ""
	}
	body := "sqg::" + helper + "_" + d.name + "d(" + strings.Join(append([]string{"value"}, functions...), ", ") + ")"
	if f.functions[body] == "" {
		own := ir.Field{Type: t, Nullable: field.Nullable}
		wire := ir.Field{Type: t.Unchanged(), Nullable: field.Nullable}
		takes, returns := d.types(f, own, wire)
		f.sends(wire, false)
		name := f.scope.Claim(d.name + "_" + wordsOf(f.typeOf(own)))
		f.functions[body] = name
		f.codecs = append(f.codecs, signature("fn "+name, []string{"value: " + takes},
			"Result<"+returns+", sqg::Cause>", 0)+"\n    "+body+"\n}")
	}
	return f.functions[body]
}

// wordsOf are the words of a type, as a name has them: vec_option_key of Vec<Option<app::Key>>.
func wordsOf(typ string) string {
	var words []string
	tokens := lex(typ)
	for i, t := range tokens {
		if !isName(t) || i+1 < len(tokens) && tokens[i+1] == "::" {
			continue
		}
		var word strings.Builder
		for at, r := range t {
			if unicode.IsUpper(r) && at > 0 {
				word.WriteByte('_')
			}
			word.WriteRune(unicode.ToLower(r))
		}
		words = append(words, word.String())
	}
	return strings.Join(words, "_")
}

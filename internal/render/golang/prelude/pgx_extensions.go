//go:build ignore

package prelude

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// notNullMap is a map that is empty where it is nil, which would be NULL.
func notNullMap[M ~map[K]V, K comparable, V any](m M) M {
	if m == nil {
		return M{}
	}
	return m
}

// hstorePairs are the keys of an hstore, each with its value behind it.
func hstorePairs(m map[string]*string) []*string {
	if m == nil {
		return nil
	}
	pairs := make([]*string, 0, 2*len(m))
	for k, v := range m {
		pairs = append(pairs, &k, v)
	}
	return pairs
}

// hstoreInto scans such pairs.
func hstoreInto(m *map[string]*string) *hstoreScan { return &hstoreScan{into: m} }

type hstoreScan struct {
	into    *map[string]*string
	key     string
	isValue bool // what comes next
}

func (s *hstoreScan) SetDimensions(dimensions []pgtype.ArrayDimension) error {
	*s.into = nil
	if dimensions != nil {
		*s.into = map[string]*string{}
	}
	return nil
}

func (s *hstoreScan) ScanIndex(int) any { return s }

func (s *hstoreScan) ScanIndexType() any { return s }

func (s *hstoreScan) ScanText(v pgtype.Text) error {
	switch {
	case !s.isValue:
		s.key = v.String
	case v.Valid:
		(*s.into)[s.key] = &v.String
	default:
		(*s.into)[s.key] = nil
	}
	s.isValue = !s.isValue
	return nil
}

// hstoreTexts are hstores of a list as the server reads them; nil is NULL.
func hstoreTexts(list []map[string]*string) []*string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	return textsOf(list, func(m map[string]*string) *string {
		if m == nil {
			return nil
		}
		var b strings.Builder
		for k, v := range m {
			b.WriteString(`"` + quote.Replace(k) + `"=>`)
			if v == nil {
				b.WriteString("NULL,")
			} else {
				b.WriteString(`"` + quote.Replace(*v) + `",`)
			}
		}
		text := strings.TrimSuffix(b.String(), ",")
		return &text
	})
}

// vectorTexts are vectors of a list as the server reads them; nil is NULL.
func vectorTexts(list [][]float32) []*string {
	return textsOf(list, func(v []float32) *string {
		if v == nil {
			return nil
		}
		b := []byte{'['}
		for i, x := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
		}
		text := string(append(b, ']'))
		return &text
	})
}

func textsOf[T any](list []T, text func(T) *string) []*string {
	if list == nil {
		return nil
	}
	texts := make([]*string, len(list))
	for i, v := range list {
		texts[i] = text(v)
	}
	return texts
}

// putMapOrNull puts a map; nil is NULL.
func putMapOrNull[K comparable, V any](b *copyBuffer, m map[K]V, put func(*copyBuffer, map[K]V)) {
	if m == nil {
		putNull(b)
	} else {
		put(b, m)
	}
}

func putHStore(b *copyBuffer, m map[string]*string) {
	at := len(b.data)
	b.data = binary.BigEndian.AppendUint32(b.data, unfinished)
	b.data = binary.BigEndian.AppendUint32(b.data, uint32(len(m)))
	for k, v := range m {
		putText(b, k)
		putOrNull(b, v, putText)
	}
	b.finish(at)
}

// putDimension begins a vector whose numbers have so many bytes.
func putDimension(b *copyBuffer, dimension, size int) bool {
	if dimension > math.MaxUint16 {
		b.fail("a vector has no more than 16000 dimensions, and this one %d", dimension)
		return false
	}
	b.data = binary.BigEndian.AppendUint32(b.data, uint32(4+size*dimension))
	b.data = append(binary.BigEndian.AppendUint16(b.data, uint16(dimension)), 0, 0)
	return true
}

func putVector(b *copyBuffer, v []float32) {
	if putDimension(b, len(v), 4) {
		for _, x := range v {
			b.data = binary.BigEndian.AppendUint32(b.data, math.Float32bits(x))
		}
	}
}

func putHalfVec(b *copyBuffer, v []float32) {
	if putDimension(b, len(v), 2) {
		for _, x := range v {
			b.data = binary.BigEndian.AppendUint16(b.data, half(x))
		}
	}
}

// half is a number in 16 bits, rounded to the nearest, of two the even one. What is too large for them is infinite,
// which the server refuses.
func half(x float32) uint16 {
	bits := math.Float32bits(x)
	sign := uint16(bits >> 16 & 0x8000)
	size := math.Abs(float64(x))
	switch {
	case size != size:
		return sign | 0x7e00
	case size >= 65520:
		return sign | 0x7c00
	case size < 1.0/(1<<14): // in units of the smallest number
		return sign | uint16(math.RoundToEven(size*(1<<24)))
	}
	rest := bits&0x7fffffff - 112<<23
	return sign | uint16((rest+0xfff+rest>>13&1)>>13)
}

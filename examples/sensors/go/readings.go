package main

import (
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"time"
)

// The readings that every language computes alike; bench/bulk/sensors has the formula.

var (
	factors = []int64{
		0, 1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973,
	}
	cities  = []string{"Lisbon", "Oslo", "Zürich", "Nairobi", "Osaka", "Quito", "Tromsø", "Vienna"}
	tags    = []string{"indoor", "outdoor", "north", "calibrated", "rooftop", "hvac"}
	start   = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	devices = makeDevices()
)

func h(k int, i int64) int64 { return (i*factors[k] + int64(k)*12345) % 2147483647 }

func makeDevices() (devices [1000][16]byte) {
	for i := range devices {
		d := int64(i)
		_, err := hex.Decode(devices[i][:], fmt.Appendf(nil, "%08x%04x4%03x8%03x%04x%08x",
			h(1, d), h(2, d)%65536, h(3, d)%4096, h(4, d)%4096, h(5, d)%65536, h(6, d)))
		must(err)
	}
	return devices
}

// readings are rows by number, one at a time.
func readings(first, count int64) iter.Seq[RawReadingsRow] {
	return func(yield func(RawReadingsRow) bool) {
		for i := first; i < first+count; i++ {
			if !yield(reading(i)) {
				return
			}
		}
	}
}

func reading(i int64) RawReadingsRow {
	city, tag := h(7, i), h(8, i)
	r := RawReadingsRow{
		DeviceID:     devices[h(1, i)%1000],
		Timestamp:    start.Add(time.Duration(i*1000003) * time.Microsecond),
		Temperature:  float64(h(2, i)%6000-2000) / 100,
		Humidity:     float64(h(3, i)%10000) / 100,
		Pressure:     hundredths(95000 + h(4, i)%10000),
		BatteryLevel: int16(h(5, i) % 101),
		IsAnomaly:    h(6, i)%50 == 0,
		Location:     fmt.Sprint(cities[city%8], " ", city%500),
		Tags:         []*string{},
	}
	for n := range tag % 4 {
		r.Tags = append(r.Tags, &tags[(tag+n)%6])
	}
	return r
}

// same reports whether two readings are the same moment, the same number and so on, however they are represented.
func same(a, b RawReadingsRow) bool {
	return a.DeviceID == b.DeviceID && a.Timestamp.Equal(b.Timestamp) && a.Temperature == b.Temperature &&
		a.Humidity == b.Humidity && number(a.Pressure) == number(b.Pressure) && a.BatteryLevel == b.BatteryLevel &&
		a.IsAnomaly == b.IsAnomaly && a.Location == b.Location &&
		slices.EqualFunc(a.Tags, b.Tags, func(a, b *string) bool { return *a == *b })
}

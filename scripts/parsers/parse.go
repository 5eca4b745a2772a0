// Runs Go's parsers over values: one line of base64 a value on standard input.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

type parser struct {
	name    string
	accepts func(text string) bool
}

func into[T any](text string) bool {
	var target T
	return json.Unmarshal([]byte(text), &target) == nil
}

func layout(form string) func(string) bool {
	return func(text string) bool {
		_, err := time.Parse(form, text)
		return err == nil
	}
}

func integer(base int) func(string) bool {
	return func(text string) bool {
		_, err := strconv.ParseInt(text, base, 64)
		return err == nil
	}
}

func decoded(strict bool, toEnd bool) func(string) bool {
	return func(text string) bool {
		decoder := json.NewDecoder(strings.NewReader(text))
		var target any
		if decoder.Decode(&target) != nil {
			return false
		}
		if !toEnd {
			return true
		}
		_, err := decoder.Token()
		return err == io.EOF
	}
}

var tables = map[string][]parser{
	"whole-number.number": {
		{"go int8", into[int8]}, {"go int16", into[int16]}, {"go int32", into[int32]}, {"go int64", into[int64]},
		{"go uint8", into[uint8]}, {"go uint16", into[uint16]}, {"go uint32", into[uint32]}, {"go uint64", into[uint64]},
		{"go big.Int", into[big.Int]}, {"go float64", into[float64]},
	},
	"whole-number.string": {
		{"go ParseInt 10", integer(10)}, {"go ParseInt 0", integer(0)},
		{"go ParseUint 10", func(text string) bool { _, err := strconv.ParseUint(text, 10, 64); return err == nil }},
		{"go ,string", func(text string) bool {
			quoted, _ := json.Marshal(text)
			var target struct {
				Id int64 `json:"id,string"`
			}
			return json.Unmarshal([]byte(`{"id":`+string(quoted)+`}`), &target) == nil
		}},
	},
	"number.number": {{"go float64", into[float64]}, {"go float32", into[float32]}, {"go json.Number", into[json.Number]}},
	"number.string": {{"go ParseFloat", func(text string) bool { _, err := strconv.ParseFloat(text, 64); return err == nil }}},
	"boolean.string": {{"go ParseBool", func(text string) bool { _, err := strconv.ParseBool(text); return err == nil }}},
	"date-time.string": {
		{"go RFC3339", layout(time.RFC3339)}, {"go RFC3339Nano", layout(time.RFC3339Nano)},
		{"go time.Time JSON", func(text string) bool {
			quoted, _ := json.Marshal(text)
			return into[time.Time](string(quoted))
		}},
		{"go 2006-01-02T15:04:05", layout("2006-01-02T15:04:05")},
		{"go 2006-01-02 15:04:05", layout("2006-01-02 15:04:05")},
		{"go 2006-01-02T15:04:05Z", layout("2006-01-02T15:04:05Z")},
	},
	"date.string": {{"go 2006-01-02", layout("2006-01-02")}},
	"document": {
		{"go Unmarshal", into[any]},
		{"go Decode", decoded(false, false)},
	},
}

func main() {
	parsers := tables[os.Args[1]]
	names := []string{runtime.Version()}
	for _, each := range parsers {
		names = append(names, each.name)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, strings.Join(names, "\t"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	for lines.Scan() {
		text, _ := base64.StdEncoding.DecodeString(lines.Text())
		var bits bytes.Buffer
		for _, each := range parsers {
			if each.accepts(string(text)) {
				bits.WriteByte('1')
			} else {
				bits.WriteByte('0')
			}
		}
		fmt.Fprintln(out, bits.String())
	}
}

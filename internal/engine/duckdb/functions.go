package duckdb

import "strings"

// rule is what is known of a function.
type rule uint8

const (
	strict rule = 1 << iota // NULL for an argument that is NULL: a result that is not NULL proves its arguments
	never                   // NULL only if an argument is
	always                  // never NULL whatever the arguments
)

// functions that are known; one that is missing may give NULL. TestFunctions calls each with many arguments that are
// not NULL and looks for NULL.
var functions = map[string]rule{}

func init() {
	for r, names := range map[rule]string{
		strict | never: `+ - * / ** || ~~ !~~ ~~~ ~~* !~~* ^@ lower upper lcase ucase length len strlen trim ltrim rtrim abs
			round floor ceil ceiling sign substring substr left right replace starts_with prefix suffix ends_with contains md5 sha256
			instr strpos position reverse repeat lpad rpad regexp_matches regexp_full_match regexp_replace date_trunc datetrunc
			ascii unicode ord chr bit_count power pow sqrt exp ln log10 log2 & | xor << >> isnan isfinite isinf strip_accents bar
			hex to_hex base64 to_base64 encode from_base64 levenshtein make_date strftime to_years to_months to_days to_hours
			to_minutes to_seconds to_timestamp trunc`,
		never: `regexp_extract string_split str_split split string_to_array list_concat array_concat list_contains
			array_contains list_has list_unique list_distinct list_sort array_length cardinality now today current_date
			get_current_timestamp random uuid gen_random_uuid nextval list_filter list_transform array_slice
			list_slice printf to_json json_valid like_escape not_like_escape current_database current_schema version map map_keys map_values enum_range list_apply
			range generate_series`,
		strict: `// %`,
		always: `concat hash typeof list_value list_pack array_value struct_pack row json_object json_array error`,
	} {
		for _, name := range strings.Fields(names) {
			functions[name] |= r
		}
	}
}

// isStrict reports whether a call with so many arguments is NULL where one of them is. To round a DECIMAL to more
// digits before the point than it has gives 0, also of NULL.
func isStrict(name string, args int) bool {
	return functions[name]&strict != 0 && (args == 1 || name != "round" && name != "trunc")
}

// aggregates that have a value where every group has one to aggregate; those of counts have one anyway.
var aggregates = map[string]bool{"sum": true, "count_if": true, "countif": true, "avg": true, "mean": true, "min": true, "max": true, "string_agg": true,
	"group_concat": true, "bool_and": true, "bool_or": true, "bit_and": true, "bit_or": true, "first": true, "last": true,
	"any_value": true, "sum_no_overflow": true, "product": true, "median": true, "mode": true, "histogram": true,
	"arg_min": true, "arg_max": true, "min_by": true, "max_by": true}

// byAll are the aggregates that leave a row out where any of their arguments is NULL.
var byAll = map[string]bool{"arg_min": true, "arg_max": true, "min_by": true, "max_by": true}

var (
	counts = map[string]bool{"count": true, "count_star": true, "regr_count": true, "approx_count_distinct": true}
	lists  = map[string]bool{"list": true, "array_agg": true} // NULL over no rows only
)

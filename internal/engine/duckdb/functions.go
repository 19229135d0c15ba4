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
			to_minutes to_seconds to_timestamp trunc acos acosh add asin asinh atan atan2 atanh bin bit_length cbrt char_length
			character_length cos cosh cot damerau_levenshtein degrees editdist3 even formatReadableDecimalSize formatReadableSize
			format_bytes from_hex gamma gcd greatest_common_divisor hamming jaccard jaro_similarity jaro_winkler_similarity lcm
			least_common_multiple left_grapheme length_grapheme lgamma md5_number mismatches multiply nextafter nfc_normalize
			normalized_interval radians regexp_escape right_grapheme sha1 signbit sin sinh
			 subtract substring_grapheme tan tanh to_binary to_centuries to_decades to_microseconds to_millennia
			to_milliseconds to_quarters to_weeks translate unhex url_decode url_encode`,
		never: `regexp_extract string_split str_split split string_to_array list_concat array_concat list_contains
			array_contains list_has list_unique list_distinct list_sort array_length cardinality now today current_date
			get_current_timestamp random uuid gen_random_uuid nextval list_filter list_transform array_slice
			list_slice printf to_json json_valid like_escape not_like_escape current_database current_schema version map map_keys map_values enum_range list_apply
			range generate_series format strptime time_bucket make_time parse_dirname parse_dirpath parse_filename parse_path
			regexp_extract_all list_has_any list_has_all array_has_any array_has_all array_has current_localtimestamp
			transaction_timestamp regexp_split_to_array str_split_regex string_split_regex`,
		strict: `// %`,
		always: `concat hash typeof list_value list_pack array_value struct_pack row json_object json_array error`,
	} {
		for _, name := range strings.Fields(names) {
			functions[name] |= r
		}
	}
}

// datePart are the functions that give NULL for infinite dates and times, and for no others.
var datePart = namesOf(`age date_diff datediff date_sub datesub century date_part datepart day dayname dayofmonth
	dayofweek dayofyear decade epoch epoch_ms epoch_ns epoch_us era hour isodow isoyear julian last_day microsecond
	millennium millisecond minute month monthname nanosecond quarter second timezone_hour timezone_minute week weekday
	weekofyear year yearweek`)

// finiteResults are the functions whose dates and times are finite where those of their arguments are: they fail rather
// than leave the range.
var finiteResults = namesOf(`now today current_date current_localtimestamp get_current_timestamp transaction_timestamp
	date_trunc datetrunc last_day + - min max first last any_value arg_min arg_max min_by max_by`)

func namesOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(text) {
		out[name] = true
	}
	return out
}

// isStrict reports whether a call with so many arguments is NULL where one of them is. To round a DECIMAL to more
// digits before the point than it has gives 0, also of NULL.
func isStrict(name string, args int) bool {
	return (functions[name]&strict != 0 || datePart[name]) && (args == 1 || name != "round" && name != "trunc")
}

// aggregates that have a value where every group has one to aggregate; those of counts have one anyway.
var aggregates = map[string]bool{"sum": true, "count_if": true, "countif": true, "avg": true, "mean": true, "min": true,
	"max": true, "string_agg": true,
	"group_concat": true, "bool_and": true, "bool_or": true, "bit_and": true, "bit_or": true, "first": true,
	"last":      true,
	"any_value": true, "sum_no_overflow": true, "product": true, "median": true, "mode": true, "histogram": true,
	"arg_min": true, "arg_max": true, "min_by": true, "max_by": true}

// byAll are the aggregates that leave a row out where any of their arguments is NULL.
var byAll = map[string]bool{"arg_min": true, "arg_max": true, "min_by": true, "max_by": true}

var (
	counts = map[string]bool{"count": true, "count_star": true, "regr_count": true, "approx_count_distinct": true}
	lists  = map[string]bool{"list": true, "array_agg": true} // NULL over no rows only
)

package version

import "testing"

func TestReleased(t *testing.T) {
	for version, want := range map[string]bool{
		"v1.0.0": true, "v1.2.3-rc.1": true, "v10.20.30": true,
		"": false, "(devel)": false, "v1.0.0+dirty": false, "v0.0.0-20260101120000-0123456789ab": false,
		"v1.0.1-0.20260101120000-0123456789ab+dirty": false,
	} {
		if _, ok := released(version); ok != want {
			t.Errorf("%s: %v", version, ok)
		}
	}
}

package main

import (
	"crypto/md5"
	"crypto/sha1"
	"fmt"
)

const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.sqg</groupId>
  <artifactId>sqg-cli</artifactId>
  <version>%s</version>
  <packaging>pom</packaging>
  <name>sqg</name>
  <description>%s</description>
  <url>%s</url>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
</project>
`

// maven makes one artifact, whose classifiers are the platforms: dev.sqg:sqg-cli:exe:linux-x86_64:VERSION.
func (r *release) maven() error {
	base := "maven/dev/sqg/sqg-cli/" + r.version + "/sqg-cli-" + r.version
	files := []file{{name: base + ".pom", data: fmt.Appendf(nil, pom, r.version, summary, homepage)}}
	for _, b := range r.builds {
		files = append(files, file{name: base + "-" + b.maven + ".exe", data: b.program})
	}
	for _, f := range files {
		for suffix, sum := range map[string]string{
			"": string(f.data), ".sha1": fmt.Sprintf("%x", sha1.Sum(f.data)),
			".md5": fmt.Sprintf("%x", md5.Sum(f.data)),
		} {
			if err := r.write(f.name+suffix, []byte(sum)); err != nil {
				return err
			}
		}
	}
	return nil
}

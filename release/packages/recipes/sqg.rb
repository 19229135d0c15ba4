{{define "archive"}}    url "{{url .}}"
    sha256 "{{hex .}}"
{{end}}class Sqg < Formula
  desc "{{.Summary}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{if has "darwin-arm64"}}
  if OS.mac? && Hardware::CPU.arm?
{{template "archive" "darwin-arm64"}}  end
{{end}}{{if has "darwin-amd64"}}
  if OS.mac? && Hardware::CPU.intel?
{{template "archive" "darwin-amd64"}}  end
{{end}}{{if has "linux-arm64"}}
  if OS.linux? && Hardware::CPU.arm?
{{template "archive" "linux-arm64"}}  end
{{end}}{{if has "linux-amd64"}}
  if OS.linux? && Hardware::CPU.intel?
{{template "archive" "linux-amd64"}}  end
{{end}}
  def install
    bin.install "sqg"
    pkgshare.install "NOTICE", "licences", "sbom.cdx.json"
    generate_completions_from_executable(bin/"sqg", "completion")
  end

  test do
    system bin/"sqg", "init", "--generator", "python/sqlite", "--output", "app"
    system bin/"sqg", "app"
    system bin/"sqg", "check", "app"
  end
end

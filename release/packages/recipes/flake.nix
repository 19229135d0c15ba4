# nix develop with this file beside a project, or nix run. Programs that sqg would fetch elsewhere do not run on NixOS:
# PostgreSQL comes from nixpkgs instead. On Linux, DuckDB's library needs the C++ library of nixpkgs.
{
  description = "{{.Summary}}";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      archives = {
{{- if has "linux-amd64"}}
        x86_64-linux = { url = "{{url "linux-amd64"}}"; hash = "{{sri "linux-amd64"}}"; };
{{- end}}{{if has "linux-arm64"}}
        aarch64-linux = { url = "{{url "linux-arm64"}}"; hash = "{{sri "linux-arm64"}}"; };
{{- end}}{{if has "darwin-amd64"}}
        x86_64-darwin = { url = "{{url "darwin-amd64"}}"; hash = "{{sri "darwin-amd64"}}"; };
{{- end}}{{if has "darwin-arm64"}}
        aarch64-darwin = { url = "{{url "darwin-arm64"}}"; hash = "{{sri "darwin-arm64"}}"; };
{{- end}}
      };
      package = system: archive:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          linux = pkgs.stdenv.hostPlatform.isLinux;
        in
        pkgs.stdenv.mkDerivation {
          pname = "sqg";
          version = "{{.Version}}";
          src = pkgs.fetchurl archive;
          nativeBuildInputs = [ pkgs.makeWrapper ] ++ pkgs.lib.optional linux pkgs.autoPatchelfHook;
          installPhase = ''
            install -Dm755 sqg $out/bin/sqg
            wrapProgram $out/bin/sqg --suffix PATH : ${pkgs.postgresql_18}/bin \
              ${pkgs.lib.optionalString linux "--suffix LD_LIBRARY_PATH : ${pkgs.stdenv.cc.cc.lib}/lib"}
          '';
          meta = {
            description = "{{.Summary}}";
            homepage = "{{.Homepage}}";
            license = pkgs.lib.licenses.asl20;
            mainProgram = "sqg";
          };
        };
    in
    {
      packages = builtins.mapAttrs (system: archive: { default = package system archive; }) archives;
      devShells = builtins.mapAttrs
        (system: packages: { default = nixpkgs.legacyPackages.${system}.mkShell { packages = [ packages.default ]; }; })
        self.packages;
    };
}

//! Fetches the program of sqg for the target from its release, with curl and tar, and compares its checksum.

use sha2::{Digest, Sha256};
use std::{env, fs, path::Path, process::Command};

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(status.success(), "{command:?}: {status}");
}

fn main() {
    println!("cargo:rerun-if-env-changed=SQG_RELEASES");
    let var = |name: &str| env::var(name).unwrap_or_default();
    let version = var("CARGO_PKG_VERSION");
    let os = match var("CARGO_CFG_TARGET_OS").as_str() {
        "macos" => "darwin".to_string(),
        os => os.to_string(),
    };
    let cpu = match var("CARGO_CFG_TARGET_ARCH").as_str() {
        "x86_64" => "amd64",
        _ => "arm64",
    };
    let libc = if var("CARGO_CFG_TARGET_ENV") == "musl" { "-musl" } else { "" };
    let name = format!("sqg-{version}-{os}-{cpu}{libc}");
    let archive = format!("{name}.tar.gz");
    let sums = include_str!("SHA256SUMS");
    let want = sums.lines().find_map(|line| line.strip_suffix(&archive)).map(str::trim);
    let want = want.unwrap_or_else(|| panic!("there is no sqg for this target: {name}"));

    let out = var("OUT_DIR");
    let file = Path::new(&out).join(&archive);
    let releases = env::var("SQG_RELEASES").unwrap_or("https://github.com/sqg-dev/sqg/releases/download".into());
    let url = format!("{releases}/v{version}/{archive}");
    run(Command::new("curl").args(["--fail", "--silent", "--show-error", "--location", "--output"]).arg(&file).arg(url));
    let got = format!("{:x}", Sha256::digest(fs::read(&file).unwrap()));
    assert_eq!(got, want, "the checksum of {archive}");
    run(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(&out));
    let program = if os == "windows" { "sqg.exe" } else { "sqg" };
    println!("cargo:rustc-env=SQG_PROGRAM={}", Path::new(&out).join(name).join(program).display());
}

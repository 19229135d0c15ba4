//! Tells the program the versions of what it measures.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = std::fs::read_to_string("Cargo.lock").unwrap_or_default();
    let driver = lock
        .split("name = \"tokio-postgres\"\nversion = \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    println!(
        "cargo::rustc-env=TOKIO_POSTGRES={}",
        driver.unwrap_or("unknown")
    );
    let rustc = std::env::var("RUSTC")
        .ok()
        .and_then(|rustc| Command::new(rustc).arg("--version").output().ok());
    let said = rustc
        .map(|o| String::from_utf8_lossy(&o.stdout).into_owned())
        .unwrap_or_default();
    println!(
        "cargo::rustc-env=RUSTC_VERSION={}",
        said.split(' ').nth(1).unwrap_or("unknown")
    );
}

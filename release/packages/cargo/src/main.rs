//! Runs the program of sqg, which this one holds and unpacks once into the user's cache.

use std::{env, fs, io, path::PathBuf, process};

static PROGRAM: &[u8] = include_bytes!(env!("SQG_PROGRAM"));

fn unpacked() -> io::Result<PathBuf> {
    let home = env::var_os("XDG_CACHE_HOME").or(env::var_os("LOCALAPPDATA")).map(PathBuf::from);
    let home = home.or(env::var_os("HOME").map(|h| PathBuf::from(h).join(".cache")));
    let dir = home.unwrap_or_else(env::temp_dir).join("sqg").join("cargo");
    let file = dir.join(format!("sqg-{}{}", env!("CARGO_PKG_VERSION"), env::consts::EXE_SUFFIX));
    if fs::metadata(&file).map(|m| m.len()).ok() != Some(PROGRAM.len() as u64) {
        fs::create_dir_all(&dir)?;
        let staged = dir.join(format!("new-{}", process::id()));
        fs::write(&staged, PROGRAM)?;
        #[cfg(unix)]
        fs::set_permissions(&staged, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        fs::rename(&staged, &file)?;
    }
    Ok(file)
}

fn run() -> io::Result<i32> {
    let mut command = process::Command::new(unpacked()?);
    command.args(env::args_os().skip(1));
    #[cfg(unix)]
    return Err(std::os::unix::process::CommandExt::exec(&mut command));
    #[cfg(not(unix))]
    return Ok(command.status()?.code().unwrap_or(130));
}

fn main() {
    process::exit(run().unwrap_or_else(|e| {
        eprintln!("error: sqg does not run: {e}");
        3
    }));
}

//! What the kernel says of this process and of the server's.

use rustix::time::{ClockId, clock_gettime};

/// The processor time of this process in milliseconds, of all its threads.
#[expect(clippy::cast_precision_loss, reason = "milliseconds do not need more")]
pub fn client_ms() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    used.tv_sec as f64 * 1e3 + used.tv_nsec as f64 / 1e6
}

/// The processor time of another process of this machine in milliseconds; 0 where it is not one, or this is not Linux.
pub fn process_ms(pid: i32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    text.split(' ')
        .next()
        .and_then(|ns| ns.parse::<f64>().ok())
        .unwrap_or_default()
        / 1e6
}

/// Makes the kernel forget the most memory that this process has had, and returns what it has.
pub fn forget_peak() -> f64 {
    let _ = std::fs::write("/proc/self/clear_refs", "5"); // not on every system
    peak_mb()
}

/// The most memory that this process has had since, in megabytes.
pub fn peak_mb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|l| l.strip_prefix("VmHWM:"))
        .unwrap_or_default();
    line.split_whitespace()
        .next()
        .and_then(|kb| kb.parse::<f64>().ok())
        .unwrap_or_default()
        / 1024.0
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n => f64::midpoint(values[(n - 1) / 2], values[n / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(vec![4.0, 1.0]) - 2.5).abs() < 1e-9);
    }

    #[test]
    fn work_takes_processor_time() {
        let before = client_ms();
        let mut n = 0_u64;
        for i in 0..20_000_000_u64 {
            n = std::hint::black_box(n ^ i);
        }
        assert!(client_ms() > before);
    }
}

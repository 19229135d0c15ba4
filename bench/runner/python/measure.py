"""What the kernel has counted; where it is not Linux, what there is."""

import resource
from contextlib import suppress
from pathlib import Path


def forget_peak() -> float:
    """Make the kernel forget the most memory that this process has had; what it has."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return peak_mb()


def peak_mb() -> float:
    """The most memory that this process has had since."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def process_ms(pid: int) -> float:
    """Processor time of another process: the kernel counts nanoseconds here."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6
    return 0

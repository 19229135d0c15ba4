"""sqg compiles annotated SQL to typed code; the package holds the program and nothing else."""

"""Runs the commands of the packing set."""

from benchmarks.set.commands import main

if __name__ == "__main__":
    main()

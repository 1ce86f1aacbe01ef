"""The program ``odin``, also ``python -m odin_cli``."""

from odin_cli.interrupts import keep_exit_code, leave_on_interrupt


def start() -> None:
    """Run the command line of this process; Ctrl-C is silent from the first import on."""
    leave_on_interrupt()
    keep_exit_code()
    from odin_cli.main import main

    main()


if __name__ == "__main__":
    start()

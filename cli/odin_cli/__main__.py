"""``python -m odin_cli``: the same as the command ``odin``."""

from odin_cli.main import main

if __name__ == "__main__":
    main()

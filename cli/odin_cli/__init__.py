"""The ``odin`` command: thin click commands over the library ``odin_solver``."""

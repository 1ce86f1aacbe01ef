"""The structs of puzzle files, and their JSON Schema for editors and other programs."""

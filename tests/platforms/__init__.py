"""What needs another operating system, tried on this one."""

"""Stands for the engine in its own process, ended by the C library: « cannot allocate memory for thread-local data »."""

import os

if __name__ == "__main__":
    os._exit(127)

"""A reader that computes for ever, in C, with the interpreter's lock held."""

import re

from deidweb import children

if __name__ == "__main__":
    children.limit_time(0.5)
    re.match(r"(a+)+$", "a" * 60 + "b")

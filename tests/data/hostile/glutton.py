"""A reader that asks for more memory than it may have."""

from annotation.domain.read_alone import MEMORY_BYTES
from deidweb import children

if __name__ == "__main__":
    children.limit_memory(MEMORY_BYTES)
    bytearray(MEMORY_BYTES)

"""A child that says nothing."""

import time

if __name__ == "__main__":
    time.sleep(600)

"""A child that tells its environment."""

import json
import os
import sys

if __name__ == "__main__":
    sys.stdout.write(json.dumps(dict(os.environ)) + "\n")

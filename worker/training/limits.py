"""What training needs at least; apart, so that a page may ask without loading numpy."""

from typing import Final

MIN_NOTES: Final = 4
MIN_PATIENTS: Final = 2
WEIGHTS_FILE: Final = "model.safetensors"  # as worker.engine.encoder.files calls it

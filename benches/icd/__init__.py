"""The ICD-10 bench: notes with codes, their metrics, the calibration of the dictionary's score."""

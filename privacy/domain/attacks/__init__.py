"""What an attacker can do with released surrogates, measured on invented cohorts.

`cohort` invents patients and releases their dates · `averaging` repeated exports · `matching` known intervals ·
`linkage` two studies joined · `collision` two patients taken for one · `report` all of them by mechanism and ε.
Bits are injected or keyed, so that every figure can be computed again.
"""

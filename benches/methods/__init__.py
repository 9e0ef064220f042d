"""Every way to make notes others, beside one another, by the seven measures of Alves et al.

`ways` the methods by name · `codes` what the dictionary coder makes of two texts · `tables` how it is told.
"""

"""How the seven measures of Alves et al. are told, a row a method (`worker.obfuscation.ways`)."""

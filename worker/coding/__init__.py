"""The neural ICD-10 coder: reading, network, training, evidence, utility. Pure; PyTorch only here."""

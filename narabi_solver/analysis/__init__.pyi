from . import finding as finding, verifying as verifying

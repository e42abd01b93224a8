from . import auditing as auditing, certificates as certificates, checker as checker

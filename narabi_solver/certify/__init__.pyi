from . import certificates as certificates, checker as checker

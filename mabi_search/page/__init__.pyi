from . import making as making

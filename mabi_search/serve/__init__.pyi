from . import making as making, site as site
